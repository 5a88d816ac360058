// <rattle-back scene="toy-plastic">: the viewer as an element of any page (docs/embedding.md). Each element has a frame;
// all elements of a page share one download and one compiled program if the page and this file have the same origin.
// What the element contains is shown where scripts do not run.
import {loadData, loadProgram, sharedKey} from "./load.js";

// Attributes that are parts of a link (docs/viewer.md#links); `link` has any others, as in link="compare=k11-p1&page=laws".
const parts = ["scene", "lesson", "step", "law", "start", "set", "compare", "speed", "t", "look", "view", "show", "hide", "plots", "theme"];
const switches = ["presenter", "hide-ui"];

let files = null, loaded = 0;
const listeners = new Set();

function report(bytes) {
    loaded += bytes;
    for (const progress of listeners) progress(bytes);
}

// Called by the frames, see load.js. The first one starts the download; after a failure the next one tries again.
window[sharedKey] ??= (progress) => {
    if (!files) {
        loaded = 0;
        files = {program: loadProgram(report), data: loadData(report)};
        Promise.all([files.program, files.data]).catch(() => { files = null; });
    }
    listeners.add(progress);
    progress(loaded);
    Promise.allSettled([files.program, files.data]).then(() => listeners.delete(progress));
    return files;
};

export class RattleBackElement extends HTMLElement {
    static observedAttributes = [...parts, ...switches, "link"];
    #frame = null;
    #waiting = new Map();
    #number = 0;
    #answerReady;
    #changed = false;

    constructor() {
        super();
        this.#wait();
        const style = "<style>:host { display: block; aspect-ratio: 16 / 9; } iframe { width: 100%; height: 100%; border: 0; }</style>";
        this.attachShadow({mode: "open"}).innerHTML = style;
    }

    #wait() { this.ready = new Promise((resolve) => { this.#answerReady = resolve; }); }

    #link() {
        const given = (this.getAttribute("link") ?? "").replace(/^\?/, "");
        const named = parts.filter((name) => this.hasAttribute(name)).map((name) => `${name}=${encodeURIComponent(this.getAttribute(name))}`);
        return "?" + [...named, ...switches.filter((name) => this.hasAttribute(name)), ...(given ? [given] : [])].join("&");
    }

    connectedCallback() {
        this.#frame = document.createElement("iframe");
        this.#frame.title = this.title || "Rattleback";
        this.#frame.loading = "lazy";
        this.#frame.allow = "fullscreen";
        this.#frame.src = new URL(`frame.html${this.#link()}`, import.meta.url);
        this.shadowRoot.append(this.#frame);
        window.addEventListener("message", this.#receive);
    }

    // A frame that is moved is loaded again.
    disconnectedCallback() {
        window.removeEventListener("message", this.#receive);
        this.#frame.remove();
        this.#frame = null;
        for (const {reject} of this.#waiting.values()) reject(new Error("the view was removed"));
        this.#waiting.clear();
        this.#wait();
    }

    // Several changes at once open one link.
    attributeChangedCallback() {
        if (!this.#frame || this.#changed) return;
        this.#changed = true;
        queueMicrotask(() => {
            this.#changed = false;
            this.ask("open", {link: this.#link()}).catch((e) => console.warn(`rattle-back: ${e.message}`));
        });
    }

    #receive = (e) => {
        if (e.source !== this.#frame?.contentWindow || e.data?.rattleback !== 1) return;
        const {rattleback, id, event, ok, value, error, ...fields} = e.data;
        if (event !== undefined) {
            if (event === "ready") this.#answerReady();
            this.dispatchEvent(new CustomEvent(event, {detail: {event, value, ...fields}}));
            return;
        }
        const waiting = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (ok) waiting?.resolve(value);
        else waiting?.reject(new Error(error));
    };

    async ask(request, fields = {}) {
        await this.ready;
        const id = ++this.#number;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, {resolve, reject});
            this.#frame.contentWindow.postMessage({...fields, rattleback: 1, id, do: request}, new URL(import.meta.url).origin);
        });
    }
}

customElements.define("rattle-back", RattleBackElement);
