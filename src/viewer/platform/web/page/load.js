// Downloads and checks the large files of the program.
import {tr} from "./language.js";

const expected = "@EXPECTED@"; // by name: size, bytes; sha256
const cacheName = "rattleback-@VERSION@";

const address = (name) => new URL(name, import.meta.url); // element.js uses this file in pages of other folders

async function request(name) {
    let response;
    try { response = await (window.rattlebackLoads?.take(name) ?? fetch(address(name))); } catch { throw new Error(tr("%s could not be loaded. Check the connection.", name)); }
    if (!response.ok) throw new Error(tr("%s could not be loaded: the server answered %s.", name, response.status));
    return response;
}

async function check(name, bytes) {
    const {size, sha256} = expected[name];
    if (bytes.length !== size) throw new Error(tr("%s is damaged: %s of %s bytes have arrived.", name, bytes.length, size));
    if (!crypto.subtle) return; // only on secure origins
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    if ([...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== sha256) {
        throw new Error(tr("%s is damaged, or belongs to another version of this page.", name));
    }
}

// For the service worker (worker.js), so that nothing large is downloaded twice: it starts when these are done.
export const kept = [];

async function keep(name, bytes, type) {
    try { await (await caches.open(cacheName)).put(address(name), new Response(bytes, {headers: {"Content-Type": type}})); } catch { /* not allowed here */ }
}

// stream: of the body; progress(bytes) is called for each part.
async function receive(name, stream, progress, type) {
    const counted = new TransformStream({transform(part, to) { progress(part.length); to.enqueue(part); }});
    let bytes;
    try { bytes = new Uint8Array(await new Response(stream.pipeThrough(counted)).arrayBuffer()); } catch {
        throw new Error(tr("%s could not be loaded completely. Check the connection.", name));
    }
    await check(name, bytes);
    kept.push(keep(name, bytes, type));
    return bytes;
}

// Views in one page share the large files: element.js gives its window this function, which loads them there once.
export const sharedKey = Symbol.for(cacheName);

function shared(progress) {
    try { return window.parent === window ? null : window.parent[sharedKey]?.(progress) ?? null; } catch { return null; } // another origin
}

// Resolves to the compiled program and its data.
export async function loadFiles(progress) {
    const files = shared(progress);
    if (!files) return Promise.all([loadProgram(progress), loadData(progress)]);
    const [program, data] = await Promise.all([files.program, files.data]);
    return [program, new Uint8Array(data)]; // a copy: the program may write to it
}

export async function loadData(progress) {
    const name = "rattleback.data";
    return receive(name, (await request(name)).body, progress, "application/octet-stream");
}

// Compiles while the bytes arrive. The reason that the bytes give comes before that of the compiler.
export async function loadProgram(progress) {
    const name = "rattleback.wasm", type = "application/wasm";
    const [one, other] = (await request(name)).body.tee();
    const compiled = WebAssembly.compileStreaming(new Response(one, {headers: {"Content-Type": type}}));
    compiled.catch(() => {});
    await receive(name, other, progress, type);
    return compiled;
}

// rattleback.js defines the function that starts the program; index.html loads it meanwhile.
export function loadCode() {
    const script = document.getElementById("code");
    return new Promise((resolve, reject) => {
        if (window.createRattleback) resolve(window.createRattleback);
        script.addEventListener("load", () => {
            if (window.createRattleback) resolve(window.createRattleback);
            else reject(new Error(tr("%s is damaged.", "rattleback.js")));
        });
    });
}

// Resolves to the text of a language's catalogue, from the cache if it was loaded before.
export async function loadCatalogue(code, progress) {
    const name = `${code}.po`;
    let kept = null;
    try { kept = await (await caches.open(cacheName)).match(address(name)); } catch { /* not allowed here */ }
    const bytes = await receive(name, (kept ?? await request(name)).body, progress, "text/plain");
    return new TextDecoder().decode(bytes);
}

export const total = expected["rattleback.wasm"].size + expected["rattleback.data"].size;
