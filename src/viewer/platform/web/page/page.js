// The page around the program: checks whether the browser can run it, loads it, reports errors, and gives
// it a canvas of the right size.
import {kept, loadCatalogue, loadCode, loadFiles, total} from "./load.js";
import {firstLanguage, tr, useLanguage} from "./language.js";
import {wantText, watchInput} from "./input.js";
import {watchControls} from "./controls.js";
import * as files from "./files.js";
import * as sound from "./sound.js";
import * as film from "./film.js";
import {sendEvents, watchMessages} from "./embed.js";
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
    noticeButton.textContent = again ? tr("Load again") : tr("Close");
    noticeButton.onclick = () => { if (again) location.reload(); else notice.hidden = true; };
}

function fail(text) {
    if (failed) return; // later errors are consequences of the first
    running = false;
    failed = true;
    window.rattlebackLoads.done();
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
    const refused = () => report(tr("The browser does not allow full screen here."));
    if (document.fullscreenElement) document.exitFullscreen();
    else if (document.documentElement.requestFullscreen) document.documentElement.requestFullscreen().catch(refused);
    else refused(); // an iPhone
}

function address(link) {
    history.replaceState(null, "", link);
    return location.href;
}

function ended(status) {
    running = false;
    report(status === 0 ? tr("Rattleback has ended.") : tr("Rattleback has ended with an error."), {fills: true, again: true});
}

// ---------------------------------------------------------------- loading

const noGraphics = () => tr("This browser does not support WebGL 2, which Rattleback needs.\nTry another browser, or turn on hardware acceleration.");

function canRun() {
    if (typeof WebAssembly === "undefined") return tr("This browser does not support WebAssembly, which Rattleback needs.");
    return typeof WebGL2RenderingContext === "undefined" ? noGraphics() : null;
}

// The catalogues that have arrived; null: under way.
const catalogues = new Map();
let runningProgram = null;

// Resolves when the language can be used, in English if its catalogue cannot be loaded.
async function fetchCatalogue(code, progress = () => {}) {
    catalogues.set(code, null);
    try { catalogues.set(code, await loadCatalogue(code, progress)); } catch (e) {
        catalogues.delete(code); // so that the next choice tries again
        if (running) report(e.message);
        return;
    }
    if (!runningProgram) return;
    runningProgram.ccall("rb_web_catalogue", null, ["string", "string"], [code, catalogues.get(code)]);
}

// Called by the program: the text, or null if it comes later.
function catalogue(code) {
    if (!catalogues.has(code)) fetchCatalogue(code);
    return catalogues.get(code) ?? null;
}

async function load() {
    const language = firstLanguage(location.search, files.stored());
    const translated = language === "en" ? null : fetchCatalogue(language).then(() => useLanguage(language, catalogues.get(language) ?? ""));
    const problem = canRun();
    if (problem) { await translated; fail(canRun()); return; }
    let loaded = 0;
    const progress = (more) => {
        loaded += more;
        if (failed) return; // ignore the progress of other files
        window.rattlebackLoads.alive();
        noticeButton.hidden = true;
        noticeText.textContent = loaded < total ? tr("Loading Rattleback … %s %", Math.floor(100 * loaded / total)) : tr("Starting Rattleback …");
    };
    try {
        const [create, [module, data]] = await Promise.all([loadCode(), loadFiles(progress), translated]);
        window.rattlebackLoads.done();
        start(create, module, data);
    } catch (e) { fail(abortMessage(e)); }
}

function start(create, module, data) {
    let lastMessage = "";
    const program = {
        canvas,
        instantiateWasm: (imports, done) => {
            WebAssembly.instantiate(module, imports).then((instance) => done(instance, module)).catch((e) => fail(abortMessage(e)));
            return {};
        },
        getPreloadedPackage: () => data.buffer,
        arguments: startArguments(),
        preRun: [() => { program.ENV.RATTLEBACK_DATA = "/data"; }],
        page: {look, wantText, catalogue, toggleFullScreen, ended, address, events: sendEvents, ...files, sound, film},
        printErr: (text) => { console.warn(text); lastMessage = text; },
        onAbort: (what) => fail(abortMessage(what)),
        onExit: (status) => {
            if (status !== 0) fail(/WebGL 2/.test(lastMessage) ? noGraphics() : lastMessage || tr("Rattleback could not start."));
        },
        onRuntimeInitialized: () => setTimeout(() => { if (!failed) started(program); }, 0),
    };
    create(program).catch((e) => fail(abortMessage(e)));
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

// what: an Error, or the text of an abort. Messages of our own are shown as they are.
function abortMessage(what) {
    const text = String(what?.message ?? what);
    if (/memory|OOM|allocation/i.test(text)) return tr("There is not enough memory for Rattleback in this browser. Close other pages, then load it again.");
    return /^rattleback\.\w+ /.test(text) ? text : tr("Rattleback stopped: %s", text);
}

// ---------------------------------------------------------------- while it runs

function watchGraphics(program) {
    canvas.addEventListener("webglcontextlost", (e) => {
        e.preventDefault(); // otherwise it is never restored
        program._rb_web_on_context_lost();
        report(tr("The system has stopped the graphics. Nothing is lost: the picture returns when graphics are available again."));
    });
    canvas.addEventListener("webglcontextrestored", () => {
        program._rb_web_on_context_restored();
        notice.hidden = true;
    });
}

// Nothing is drawn while nothing changes (viewer/idle.h): the program must hear of what it cannot see.
function watchSight(program) {
    const wake = () => { if (running) program._rb_web_wake(); };
    new ResizeObserver(wake).observe(canvas);
    new IntersectionObserver((seen) => { if (running) program._rb_web_on_sight(seen.at(-1).isIntersecting ? 1 : 0); }).observe(canvas);
    const follow = (query, act) => matchMedia(query).addEventListener("change", ({matches}) => { if (running) act(matches); });
    follow("(prefers-color-scheme: dark)", (dark) => window.rattleback.run(`theme ${dark ? "dark" : "light"}`));
    follow("(prefers-reduced-motion: reduce)", (reduced) => {
        for (const line of reduced ? ["play off", "hand off"] : []) window.rattleback.run(line);
    });
    follow("(pointer: coarse)", wake);
    const view = window.visualViewport;
    view?.addEventListener("resize", () => { // an on-screen keyboard, where it does not change the page's own height
        const covered = view.scale === 1 && view.height < window.innerHeight - 1;
        document.querySelector("main").style.height = covered ? `${view.height}px` : "";
    });
    for (const event of ["focus", "blur", "pageshow"]) window.addEventListener(event, wake);
    for (const event of ["fullscreenchange", "visibilitychange"]) document.addEventListener(event, wake);
}

function started(program) {
    running = true;
    runningProgram = program;
    notice.hidden = true;
    watchInput(canvas, program);
    watchGraphics(program);
    files.watchFiles(program, report);
    watchSight(program);
    const onHide = () => { if (running) program._rb_web_on_hide(); };
    document.addEventListener("visibilitychange", onHide);
    window.addEventListener("pagehide", onHide);
    window.rattleback = {
        // Returns null, or the error message.
        run: (line) => program.ccall("rb_web_run", "string", ["string"], [line]) || null,
        state: () => JSON.parse(program.ccall("rb_web_state", "string", [], [])),
        controls: () => JSON.parse(program.ccall("rb_web_controls", "string", [], [])),
    };
    watchMessages(window.rattleback);
    window.dispatchEvent(new Event("rattleback-ready"));
    watchControls(window.rattleback, (code) => catalogues.get(code) ?? "");
    Promise.all(kept).then(() => navigator.serviceWorker?.register("worker.js"))
        .catch(() => {}); // not allowed in a sandboxed frame; without it the page needs a network
}

// Only errors of the program end it: browser extensions and other scripts have their own.
const isOurs = (error) => error instanceof WebAssembly.RuntimeError || /rattleback\.(js|wasm)/.test(error?.stack ?? "");
window.addEventListener("error", (e) => { if (isOurs(e.error)) fail(abortMessage(e.message)); });
window.addEventListener("unhandledrejection", (e) => { if (isOurs(e.reason)) fail(abortMessage(e.reason)); });
load();
