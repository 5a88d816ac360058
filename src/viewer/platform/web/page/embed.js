// Answers messages from a page that embeds this one (docs/embedding.md). Only the requests listed here are accepted;
// each becomes an action line and is checked as one.
const name = /^[A-Za-z_][A-Za-z0-9_.]*$/;
const word = /^[A-Za-z0-9_.+-]{1,40}$/;

function assignments(values) {
    const list = Object.entries(values ?? {});
    if (list.length === 0) throw new Error('set: expected values, as in {values: {mu: 0.3}}');
    return list.map(([key, value]) => {
        if (!name.test(key)) throw new Error(`set: expected the name of a parameter, got "${key}"`);
        if (!word.test(String(value))) throw new Error(`set: ${key}: expected a number or a word, got "${value}"`);
        return `${key}=${value}`;
    }).join(" ");
}

function run(program, line) {
    const problem = program.run(line);
    if (problem) throw new Error(problem);
}

function outcome(program) {
    const {scene, t, playing, description, runs} = program.state();
    return {scene, t, playing, description, runs};
}

const handlers = {
    set: (program, {values, run: number}) => {
        const line = `set ${assignments(values)}`;
        if (number !== undefined) run(program, `run ${Number(number)}`);
        run(program, line);
    },
    open: (program, {link}) => {
        if (typeof link !== "string" || /[\0-\x1f]/.test(link)) throw new Error('open: expected a link, as in {link: "?scene=k11-fig5"}');
        const before = program.state().problems;
        run(program, `open-link "${link.replaceAll('"', "%22")}"`);
        const {problems, messages} = program.state();
        if (problems > before) throw new Error(messages.slice(before - problems).join("\n"));
    },
    show: (program, {item, on = true}) => {
        if (typeof item !== "string" || !/^[a-z-]{1,40}$/.test(item)) throw new Error('show: expected an item, as in {item: "friction"}');
        run(program, `show ${item} ${on ? "on" : "off"}`);
    },
    play: (program) => run(program, "play on"),
    pause: (program) => run(program, "play off"),
    restart: (program) => run(program, "restart"),
    outcome,
    watch: (program, {on}) => run(program, `report-frames ${on === false ? "off" : "on"}`),
};

function answer(program, message) {
    try {
        const handler = Object.hasOwn(handlers, message.do) ? handlers[message.do] : null;
        if (!handler) throw new Error(`expected do: ${Object.keys(handlers).join(", ")}; got "${message.do}"`);
        return {ok: true, value: handler(program, message) ?? null};
    } catch (e) {
        return {ok: false, error: e.message};
    }
}

// Each event as a DOM event "rattleback" of the window, and as a message to the embedding page.
export function sendEvents(list) {
    for (const detail of list) {
        window.dispatchEvent(new CustomEvent("rattleback", {detail}));
        if (window.parent !== window) window.parent.postMessage({rattleback: 1, ...detail}, "*");
    }
}

// program: {run(line), state()}. The embedding page is not trusted: its messages are never run as code.
export function watchMessages(program) {
    if (window.parent === window) return;
    window.addEventListener("message", (e) => {
        if (e.source !== window.parent || e.data === null || typeof e.data !== "object" || e.data.rattleback !== 1) return;
        const target = e.origin === "null" ? "*" : e.origin;
        e.source.postMessage({rattleback: 1, id: e.data.id ?? null, ...answer(program, e.data)}, target);
    });
    window.parent.postMessage({rattleback: 1, event: "ready"}, "*");
}
