// A page with embedded views: it sends messages and shows what the runs did (../embedding.md).
const views = ["against", "along"].map((id) => ({
    frame: document.getElementById(id), outcome: document.getElementById(`${id}-outcome`), ready: false,
}));
const waiting = new Map();
let number = 0;

// Resolves to the value of the answer; rejects with the message if it fails.
function ask(view, message) {
    const id = ++number;
    const origin = new URL(view.frame.src, location.href).origin;
    return new Promise((resolve, reject) => {
        waiting.set(id, {resolve, reject});
        view.frame.contentWindow.postMessage({rattleback: 1, id, ...message}, origin === "null" ? "*" : origin);
    });
}

window.addEventListener("message", (e) => {
    const view = views.find(({frame}) => frame.contentWindow === e.source);
    if (!view || e.data?.rattleback !== 1) return;
    if (e.data.event === "ready") {
        view.ready = true;
        watch(view);
        return;
    }
    const {resolve, reject} = waiting.get(e.data.id) ?? {};
    waiting.delete(e.data.id);
    if (e.data.ok) resolve?.(e.data.value);
    else reject?.(new Error(e.data.error));
});

function words(outcomes, t) {
    if (outcomes.first_reversal_time === null) return `No reversal in ${t.toFixed(1)} s.`;
    const back = outcomes.extreme_after_reversal;
    return `Reversed after ${outcomes.first_reversal_time.toFixed(2)} s` +
        (back === null ? "." : `; up to ${Math.abs(back).toFixed(1)} rad/s in the other direction since.`);
}

async function watch(view) {
    for (;;) {
        const {runs, t} = await ask(view, {do: "outcome"});
        view.outcome.textContent = runs.length > 0 ? words(runs[0].outcomes, t) : "…";
        await new Promise((done) => setTimeout(done, 250));
    }
}

async function all(...messages) {
    for (const view of views.filter(({ready}) => ready)) {
        for (const message of messages) await ask(view, message);
    }
}

const mu = document.getElementById("mu");
mu.addEventListener("input", () => {
    document.getElementById("mu-outcome").textContent = mu.value;
    all({do: "set", values: {mu: Number(mu.value)}}, {do: "restart"});
});
document.getElementById("again").addEventListener("click", () => all({do: "restart"}, {do: "play"}));
