// The physics of Rattleback for node and browsers. It calls the C library, compiled to WebAssembly, and computes
// nothing itself: results are those of rbsim, to the bit. index.d.ts describes everything that is exported.
import createPhysics from "./physics.js";
import sceneFiles from "./scenes.js";

const errorSize = 512; // bytes of rb_error (rattleback/status.h)
const statesMax = 512; // doubles of a state at most
const phases = ["running", "at-rest", "lifted-off", "diverged"]; // rb_phase

export class RattlebackError extends Error {
    name = "RattlebackError";
}

async function programBytes() {
    const url = new URL("physics.wasm", import.meta.url);
    if (url.protocol === "file:") return (await import("node:fs/promises")).readFile(url);
    const response = await fetch(url);
    if (!response.ok) throw new RattlebackError(`${url}: expected a file, the server answered ${response.status}`);
    return response.arrayBuffer();
}

async function start() {
    const options = {wasmBinary: new Uint8Array(await programBytes())};
    options.preRun = [() => {
        options.ENV.RATTLEBACK_DATA = "/data";
        for (const folder of ["/data", "/data/scenes", "/own"]) options.FS.mkdir(folder);
        for (const [name, scene] of Object.entries(sceneFiles)) options.FS.writeFile(`/data/scenes/${name}`, JSON.stringify(scene));
    }];
    return new Physics(await createPhysics(options));
}

let started = null;

// All callers share one instance; after a failure the next call tries again.
export function load() {
    started ??= start().catch((e) => { started = null; throw e; });
    return started;
}

// ---------------------------------------------------------------- calls of C functions

class Library {
    constructor(module) {
        this.module = module;
        this.error = module._malloc(errorSize);
    }

    // Arguments are numbers and texts.
    call(name, ...values) {
        return this.module.ccall(name, "number", values.map((value) => typeof value === "string" ? "string" : "number"), values);
    }

    string(name, ...values) {
        const address = this.call(name, ...values);
        return address === 0 ? null : this.module.UTF8ToString(address);
    }

    fail() { throw new RattlebackError(this.module.UTF8ToString(this.error)); }

    // A function that returns an rb_status and takes an rb_error last.
    check(name, ...values) {
        if (this.call(name, ...values, this.error) !== 0) this.fail();
    }

    // A function that returns an object, NULL on failure.
    open(name, ...values) {
        return this.call(name, ...values, this.error) || this.fail();
    }

    doubles(address, count) { return this.module.HEAPF64.slice(address / 8, address / 8 + count); }

    // Calls work(address) with room for count doubles.
    withRoom(count, work) {
        const address = this.module._malloc(8 * Math.max(1, count));
        if (address === 0) throw new RattlebackError(`out of memory: ${count} numbers`);
        try { return work(address); } finally { this.module._free(address); }
    }

    outcomes(read) {
        const found = {};
        for (let i = 0, name; (name = this.string("rb_outcome_name", i)) !== null; i++) found[name] = read(i);
        return found;
    }

    // Opens a scene by id, or one given as an object, with the changes of the options.
    openScene(scene, {law, set = {}, start, solver} = {}) {
        let name = scene;
        if (typeof scene === "object" && scene !== null) {
            name = "/own/scene.json";
            this.module.FS.writeFile(name, JSON.stringify(scene));
        } else if (typeof scene !== "string") {
            throw new RattlebackError(`scene: expected the id of a scene or an object, got ${scene}`);
        }
        const handle = this.open("rb_scene_open", name);
        try {
            if (start !== undefined) this.check("rb_scene_use_start", handle, String(start));
            const fixed = Object.keys(set).some((key) => /^(solver\.)?(method|step|tick)$/.test(key));
            const method = solver ?? (fixed ? "scene" : "auto");
            const lines = method === "scene" ? [] : [`solver.method=${method}`];
            if (law !== undefined) lines.push(`friction=${law}`);
            for (const [key, value] of Object.entries(set)) lines.push(`${key}=${value}`);
            for (const line of lines) this.check("rb_scene_assign", handle, line);
            return handle;
        } catch (e) {
            this.call("rb_scene_close", handle);
            throw e;
        }
    }
}

// ---------------------------------------------------------------- tables of studies

// The fields of a line of CSV.
function fieldsOf(line) {
    return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
}

function columnsOf(table) {
    const [head, ...rows] = table.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#")).map(fieldsOf);
    return Object.fromEntries(head.map((name, k) => {
        const fields = rows.map((row) => row[k]);
        const numbers = Float64Array.from(fields, (field) => field === "" ? NaN : Number(field));
        return [name, fields.every((field, i) => field === "" || field === "nan" || !Number.isNaN(numbers[i])) ? numbers : fields];
    }));
}

function axisOf([name, values]) {
    if (Array.isArray(values) || ArrayBuffer.isView(values)) return {name, list: Array.from(values)};
    const {from, to, count, logarithmic = false} = values;
    return {name, from, to, count, logarithmic};
}

// ---------------------------------------------------------------- the interface

class Physics {
    #library;

    constructor(module) { this.#library = new Library(module); }

    get version() { return this.#library.string("rb_version"); }

    scenes() {
        const library = this.#library, all = library.open("rb_library_create", 0);
        try {
            return Array.from({length: library.call("rb_library_size", all)}, (_, i) => {
                const scene = library.call("rb_library_scene", all, i);
                const keys = ["id", "name", "description", "source", "body", "law"];
                return Object.fromEntries(keys.map((key) => [key, library.string("rb_scene_string", scene, key)]));
            });
        } finally { library.call("rb_library_destroy", all); }
    }

    laws() {
        const library = this.#library, keys = ["id", "name", "source", "help", "formula", "range"];
        return Array.from({length: library.call("rb_friction_law_count")}, (_, i) =>
            Object.fromEntries(keys.map((key) => [key, library.string("rb_friction_law_string", i, key)])));
    }

    // slips: u_x, u_y, omega, d_c, d_s of each. Returns T_x, T_y, M of each.
    law(id, slips, {a = 1, b = 1, set = {}} = {}) {
        const library = this.#library, {module} = library;
        if (slips.length % 5 !== 0) throw new RattlebackError(`slips: expected five numbers for each slip, got ${slips.length}`);
        const count = slips.length / 5, lines = Object.entries(set).map(([key, value]) => `${key}=${value}`);
        const bytes = lines.map((line) => new TextEncoder().encode(line + "\0"));
        const length = bytes.reduce((sum, line) => sum + line.length, 0);
        return library.withRoom(8 * count, (address) => library.withRoom(lines.length + 1 + length / 8, (list) => {
            let at = list + 4 * (lines.length + 1);
            bytes.forEach((line, k) => {
                module.HEAPU8.set(line, at);
                module.HEAPU32[list / 4 + k] = at;
                at += line.length;
            });
            module.HEAPU32[list / 4 + lines.length] = 0;
            module.HEAPF64.set(slips, address / 8);
            library.check("rb_friction_law_evaluate", id, list, a, b, count, address, address + 8 * slips.length);
            return library.doubles(address + 8 * slips.length, 3 * count);
        }));
    }

    run(scene, {until, every = 0.01, ...changes} = {}) {
        const library = this.#library, handle = library.openScene(scene, changes);
        let recording = 0;
        try {
            recording = library.open("rb_record", handle, until ?? library.module._rb_scene_until(handle), every, 0);
            return this.#read(recording);
        } finally {
            library.call("rb_recording_destroy", recording);
            library.call("rb_scene_close", handle);
        }
    }

    #read(recording) {
        const library = this.#library, signals = {}, units = {};
        const rows = library.call("rb_recording_rows", recording);
        for (let k = 0; k < library.call("rb_recording_columns", recording); k++) {
            const name = library.string("rb_recording_string", recording, k, "name");
            signals[name] = library.doubles(library.call("rb_recording_values", recording, k), rows);
            units[name] = library.string("rb_recording_string", recording, k, "unit");
        }
        const events = library.withRoom(2, (room) =>
            Array.from({length: library.call("rb_recording_events", recording)}, (_, i) => ({
                kind: library.string("rb_recording_event", recording, i, room, room + 8),
                t: library.module.HEAPF64[room / 8],
                which: library.module.HEAP32[(room + 8) / 4],
            })));
        return {
            signals, units, events,
            outcomes: library.outcomes((i) => library.module._rb_recording_outcome(recording, i)),
            endReason: library.string("rb_recording_end_reason", recording),
            stateHash: library.string("rb_js_recording_hash", recording),
        };
    }

    simulation(scene, changes = {}) {
        return new Simulation(this.#library, this.#library.openScene(scene, changes));
    }

    study(definition) {
        const library = this.#library;
        const table = library.open("rb_study_compute", typeof definition === "string" ? definition : JSON.stringify(definition), 1, 0);
        try { return columnsOf(library.module.UTF8ToString(table)); } finally { library.call("rb_study_free_text", table); }
    }

    sweep(scene, {over, outcomes, until, ...changes}) {
        const library = this.#library;
        const set = until === undefined ? changes.set : {...changes.set, t_end: until};
        const handle = library.openScene(scene, {...changes, set});
        const words = library.call("rb_scene_to_text", handle);
        library.call("rb_scene_close", handle);
        const complete = JSON.parse(library.module.UTF8ToString(words));
        library.module._free(words);
        return this.study({format: "rattleback-study", version: 1, kind: "sweep", axes: Object.entries(over).map(axisOf),
                           sampling: "grid", outcomes, scene: complete});
    }
}

class Simulation {
    #library;
    #scene;
    #handle;

    constructor(library, scene) {
        this.#library = library;
        this.#scene = scene;
        try { this.#handle = library.open("rb_js_open", scene); } catch (e) {
            library.call("rb_scene_close", scene);
            throw e;
        }
        this.names = [];
        for (let name; (name = library.string("rb_js_signal_name", this.#handle, this.names.length)) !== null;) this.names.push(name);
    }

    get #open() {
        if (this.#handle === 0) throw new RattlebackError("simulation: it was closed");
        return this.#handle;
    }

    get t() { return this.#library.module._rb_simulation_time(this.#open); }
    get phase() { return phases[this.#library.call("rb_simulation_phase", this.#open)]; }
    get stateHash() { return this.#library.string("rb_js_hash", this.#open); }

    step(count = 1) { for (let k = 0; k < count; k++) this.#library.call("rb_simulation_step", this.#open); }
    tick(count = 1) { for (let k = 0; k < count; k++) this.#library.call("rb_simulation_tick", this.#open); }

    // Signals of this instant, in the order of names.
    values() {
        return this.#library.withRoom(this.names.length, (room) => {
            this.#library.call("rb_js_signals", this.#open, room, this.names.length);
            return this.#library.doubles(room, this.names.length);
        });
    }

    value(name) {
        const index = this.names.indexOf(name);
        if (index < 0) throw new RattlebackError(`expected a signal of this body (${this.names.join(", ")}), got "${name}"`);
        return this.values()[index];
    }

    state() {
        return this.#library.withRoom(statesMax, (room) =>
            this.#library.doubles(room, Math.min(statesMax, this.#library.call("rb_simulation_state", this.#open, room, statesMax))));
    }

    outcomes() { return this.#library.outcomes((i) => this.#library.module._rb_js_outcome(this.#open, i)); }

    set(values) {
        const handle = this.#open;
        for (const [key, value] of Object.entries(values)) this.#library.check("rb_scene_assign", this.#scene, `${key}=${value}`);
        this.#library.check("rb_simulation_edit", handle, this.#scene);
    }

    flick(x, y, z) { this.#library.check("rb_js_flick", this.#open, x, y, z); }

    close() {
        if (this.#handle === 0) return;
        this.#library.call("rb_simulation_destroy", this.#handle);
        this.#library.call("rb_scene_close", this.#scene);
        this.#handle = 0;
    }
}
