// Connects symbols and words of an article with its live views (docs/embedding.md):
//   <mi data-view="patch" data-param="mu" data-min="0" data-max="1" data-value="0.5" data-label="friction">   can be dragged
//   <output data-view="patch" data-value-of="mu">   shows the number
//   <span data-view="patch" data-show="friction">   switches an arrow of the view on and off
// data-log: equal drags are equal factors. data-restart: the value is one of the start, so the run restarts.
const whole = 300; // px from the smallest to the largest value
const values = new Map(), busy = new Set();

const view = (e) => document.getElementById(e.dataset.view);
const same = (e, name, value) => document.querySelectorAll(`[data-view="${e.dataset.view}"][data-${name}="${value}"]`);
const keyOf = (e) => `${e.dataset.view} ${e.dataset.param}`;

// One request at a time for each symbol; the last value wins.
async function send(e) {
    const key = keyOf(e), target = view(e);
    if (busy.has(key)) return;
    busy.add(key);
    try {
        for (let sent = null; sent !== values.get(key);) {
            sent = values.get(key);
            await target.ask("set", {values: {[e.dataset.param]: sent}});
            if (e.dataset.restart !== undefined) await target.ask("restart");
        }
    } catch (problem) { console.warn(problem.message); }
    busy.delete(key);
}

function change(e, share) {
    const {min, max, log} = e.dataset, from = Number(min), to = Number(max), at = Math.min(Math.max(share, 0), 1);
    const value = Number((log ? from * (to / from) ** at : from + at * (to - from)).toPrecision(3));
    values.set(keyOf(e), value);
    for (const one of same(e, "param", e.dataset.param)) {
        one.setAttribute("aria-valuenow", value);
        if (one.localName === "span") one.textContent = value;
    }
    for (const one of same(e, "value-of", e.dataset.param)) one.textContent = value;
    send(e);
}

function shareOf(e) {
    const {min, max, log} = e.dataset, from = Number(min), to = Number(max), value = values.get(keyOf(e));
    return log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
}

function connectSymbol(e) {
    values.set(keyOf(e), Number(e.dataset.value));
    const role = {role: "slider", tabindex: "0", "aria-label": e.dataset.label, "aria-valuemin": e.dataset.min,
        "aria-valuemax": e.dataset.max, "aria-valuenow": e.dataset.value};
    for (const [name, value] of Object.entries(role)) e.setAttribute(name, value);
    let from = null;
    e.addEventListener("pointerdown", (p) => {
        from = {x: p.clientX, share: shareOf(e)};
        e.setPointerCapture(p.pointerId);
        p.preventDefault();
        e.focus();
    });
    e.addEventListener("pointermove", (p) => { if (from) change(e, from.share + (p.clientX - from.x) / whole); });
    for (const end of ["pointerup", "pointercancel"]) e.addEventListener(end, () => { from = null; });
    e.addEventListener("keydown", (k) => {
        const step = {ArrowRight: 0.02, ArrowUp: 0.02, ArrowLeft: -0.02, ArrowDown: -0.02, PageUp: 0.1, PageDown: -0.1, Home: -1, End: 1}[k.key];
        if (!step) return;
        k.preventDefault();
        change(e, shareOf(e) + step);
    });
}

function connectWord(e) {
    const toggle = async () => {
        const on = e.getAttribute("aria-pressed") !== "true";
        for (const one of same(e, "show", e.dataset.show)) one.setAttribute("aria-pressed", on);
        try { await view(e).ask("show", {item: e.dataset.show, on}); } catch (problem) { console.warn(problem.message); }
    };
    for (const [name, value] of Object.entries({role: "button", tabindex: "0", "aria-pressed": "false"})) e.setAttribute(name, value);
    e.addEventListener("click", toggle);
    e.addEventListener("keydown", (k) => {
        if (k.key !== "Enter" && k.key !== " ") return;
        k.preventDefault();
        toggle();
    });
}

for (const e of document.querySelectorAll("[data-param]")) connectSymbol(e);
for (const e of document.querySelectorAll("[data-show]")) connectWord(e);
