// The page around the program: checks whether the browser can run it, loads it, reports errors, and gives
// it a canvas of the right size.
import {wantText, watchInput} from "./input.js";
import * as files from "./files.js";
import * as sound from "./sound.js";
import * as film from "./film.js";
import {watchMessages} from "./embed.js";
import {Resolution} from "./resolution.js";

const canvas = document.getElementById("canvas");
const notice = document.getElementById("notice");
const noticeText = document.getElementById("notice-text");
const noticeButton = document.getElementById("notice-button");
let running = false, failed = false;

// fills: the notice covers the page; otherwise it is a line at the bottom. again: the button reloads the page.
function report(text, {fills = false, again = false} = {}) {
    noticeText.textContent = text;
    notice.hidden = false;
    notice.classList.toggle("over", !fills);
    noticeButton.hidden = !again && fills;
    noticeButton.textContent = again ? "Load again" : "Close";
    noticeButton.onclick = () => { if (again) location.reload(); else notice.hidden = true; };
}

function fail(text) {
    if (failed) return; // later errors are consequences of the first
    running = false;
    failed = true;
    report(text, {fills: true, again: true});
}

// ---------------------------------------------------------------- called by the program

const resolution = new Resolution();

function look() {
    const scale = resolution.frame(performance.now() / 1000, window.devicePixelRatio || 1);
    const width = Math.max(1, Math.round(canvas.clientWidth * scale));
    const height = Math.max(1, Math.round(canvas.clientHeight * scale));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    return [width, height, scale, document.hasFocus() ? 1 : 0, document.fullscreenElement ? 1 : 0];
}

function toggleFullScreen() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => report("The browser does not allow full screen here."));
}

function address(link) {
    history.replaceState(null, "", link);
    return location.href;
}

function ended(status) {
    running = false;
    report(status === 0 ? "Rattleback has ended." : "Rattleback has ended with an error.", {fills: true, again: true});
}

// ---------------------------------------------------------------- loading

async function bytesOf(name, progress) {
    let response;
    try { response = await fetch(name); } catch { throw new Error(`${name} could not be loaded. Check the connection.`); }
    if (!response.ok) throw new Error(`${name} could not be loaded: the server answered ${response.status}.`);
    const parts = [];
    const reader = response.body.getReader();
    try {
        for (;;) {
            const {done, value} = await reader.read();
            if (done) break;
            parts.push(value);
            progress(value.length);
        }
    } catch { throw new Error(`${name} could not be loaded completely. Check the connection.`); }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function canRun() {
    if (typeof WebAssembly === "undefined") return "This browser does not support WebAssembly, which Rattleback needs.";
    const trial = document.createElement("canvas").getContext("webgl2");
    if (!trial) {
        return "This browser does not support WebGL 2, which Rattleback needs.\n" +
            "Try another browser, or turn on hardware acceleration.";
    }
    trial.getExtension("WEBGL_lose_context")?.loseContext();
    return null;
}

async function load() {
    const problem = canRun();
    if (problem) { fail(problem); return; }
    let loaded = 0;
    const progress = (more) => {
        loaded += more;
        if (failed) return; // ignore the progress of other files
        noticeText.textContent = `Loading Rattleback … ${(loaded / 1e6).toFixed(1)} MB`;
    };
    let wasm, data;
    try {
        [wasm, data] = await Promise.all([bytesOf("rattleback.wasm", progress), bytesOf("rattleback.data", progress)]);
    } catch (e) { fail(e.message); return; }
    const program = {
        canvas, wasmBinary: wasm.buffer,
        getPreloadedPackage: () => data.buffer,
        arguments: startArguments(),
        preRun: [() => { program.ENV.RATTLEBACK_DATA = "/data"; }],
        page: {look, wantText, toggleFullScreen, ended, address, ...files, sound, film},
        printErr: (text) => { console.warn(text); lastMessage = text; },
        onAbort: (what) => fail(abortMessage(String(what))),
        onExit: (status) => { if (status !== 0) fail(lastMessage || "Rattleback could not start."); },
        onRuntimeInitialized: () => setTimeout(() => started(program), 0),
    };
    let lastMessage = "";
    window.Module = program;
    const script = document.createElement("script");
    script.src = "rattleback.js";
    script.onerror = () => fail("rattleback.js could not be loaded. Check the connection.");
    document.body.append(script);
}

// The link in the address, as arguments of the program. A small screen starts in presenter mode unless the
// user has chosen otherwise.
function startArguments() {
    const query = location.search.length > 1 ? location.search : "";
    const small = window.innerWidth < 640 || window.innerHeight < 448;
    const chosen = /[?&]presenter(=|&|$)/.test(query) || /^presenter = /m.test(files.stored() ?? "");
    const link = small && !chosen ? `${query || "?"}${query ? "&" : ""}presenter` : query;
    return link ? ["--link", link] : [];
}

function abortMessage(what) {
    if (/memory|OOM|allocation/i.test(what)) return "There is not enough memory for Rattleback in this browser. Close other pages, then load it again.";
    return `Rattleback stopped: ${what}`;
}

// ---------------------------------------------------------------- while it runs

// A description for screen readers, at most every three seconds.
function describe() {
    const element = document.getElementById("description");
    setInterval(() => {
        if (!running || document.hidden) return;
        const {description} = window.rattleback.state();
        if (element.textContent !== description) element.textContent = description;
    }, 3000);
}

function watchGraphics(program) {
    canvas.addEventListener("webglcontextlost", (e) => {
        e.preventDefault(); // otherwise it is never restored
        report("The system has stopped the graphics. Nothing is lost: the picture returns when graphics are available again.");
    });
    canvas.addEventListener("webglcontextrestored", () => {
        program._rb_web_on_context_restored();
        notice.hidden = true;
    });
}

function started(program) {
    running = true;
    notice.hidden = true;
    watchInput(canvas, program);
    watchGraphics(program);
    files.watchFiles(program, report);
    const onHide = () => { if (running) program._rb_web_on_hide(); };
    document.addEventListener("visibilitychange", onHide);
    window.addEventListener("pagehide", onHide);
    window.rattleback = {
        // Returns null, or the error message.
        run: (line) => program.ccall("rb_web_run", "string", ["string"], [line]) || null,
        state: () => JSON.parse(program.ccall("rb_web_state", "string", [], [])),
    };
    watchMessages(window.rattleback);
    window.dispatchEvent(new Event("rattleback-ready"));
    describe();
    navigator.serviceWorker?.register("worker.js").catch(() => {}); // without it the page needs a network
}

window.addEventListener("error", (e) => fail(abortMessage(e.message)));
window.addEventListener("unhandledrejection", (e) => fail(abortMessage(String(e.reason))));
load();
