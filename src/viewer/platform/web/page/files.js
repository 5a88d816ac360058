// Files in and out, the clipboard, and saved settings.
import {tr} from "./language.js";

const types = {png: "image/png", csv: "text/csv", json: "application/json", webm: "video/webm"};
const key = "rattleback";
let pasted = null, notify = () => {};

// path: its last part is the name of the download. data: bytes or a Blob.
export function download(path, data) {
    const name = path.split("/").pop();
    const type = types[name.split(".").pop()] || "application/octet-stream";
    const a = document.createElement("a");
    a.href = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], {type}));
    a.download = name;
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}

export function copy(text) {
    pasted = text;
    const refused = () => notify(tr("The browser does not allow copying here. Copy this text by hand:\n%s", text));
    if (navigator.clipboard) navigator.clipboard.writeText(text).catch(refused);
    else refused();
}

export function paste() { return pasted; }

export function stored() {
    try { return localStorage.getItem(key); } catch { return null; }
}

export function store(text) {
    try { localStorage.setItem(key, text); return true; } catch { return false; }
}

export function choose() { document.getElementById("file").click(); }

export function watchFiles(program, report) {
    notify = report;
    const take = async (files) => {
        for (const file of files) {
            if (file.size > 64e6) {
                report(tr("%s: the file is too large (%s MB, at most 64)", file.name, Math.round(file.size / 1e6)));
                continue;
            }
            const path = "/" + file.name.replace(/[/\\]/g, "_");
            program.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
            program.ccall("rb_web_dropped", null, ["string"], [path]);
        }
    };
    const button = document.getElementById("file");
    button.addEventListener("change", () => { take([...button.files]); button.value = ""; });
    window.addEventListener("dragover", (e) => e.preventDefault());
    window.addEventListener("drop", (e) => { e.preventDefault(); take([...e.dataTransfer.files]); });
    document.addEventListener("paste", (e) => { pasted = e.clipboardData.getData("text/plain"); });
}
