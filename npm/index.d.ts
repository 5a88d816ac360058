/** The physics of Rattleback. Quantities are in SI units; results are those of rbsim, to the bit. */

/** The library refused a call. The message names the field, what was expected and what was found. */
export class RattlebackError extends Error {}

/** A scene of the library. */
export interface Scene { id: string; name: string; description: string; source: string; body: string; law: string }

/** A friction law of the table. */
export interface Law { id: string; name: string; source: string; help: string; formula: string | null; range: string | null }

/** The id of a scene, or the contents of a scene file. */
export type SceneSource = string | object;

/** Changes of a scene. */
export interface Changes {
    /** Id of a friction law; the scene's own by default. */
    law?: string;
    /** Parameters by name ("mu", "contact.mu"). */
    set?: Record<string, number | string | boolean>;
    /** One of the scene's starts, by number from 1 or name. */
    start?: number | string;
    /** "auto" (error-controlled, the default), another method, or "scene" for the scene's own; "scene" is the
        default where set has a step, a tick or a method. */
    solver?: string;
}

/** An event of a run. */
export interface Event { kind: string; t: number; which: number }

/** A run and all its signals. */
export interface Run {
    /** Values by the name of the signal, one for each instant; the instants are signals.t. */
    signals: Record<string, Float64Array>;
    /** Unit of each signal. */
    units: Record<string, string>;
    /** Results by name, NaN for what did not happen. */
    outcomes: Record<string, number>;
    events: Event[];
    /** "time", "rest", "lift-off" or "diverged". */
    endReason: string;
    /** Hash of the last state: runs with the same results have the same hash. */
    stateHash: string;
}

/** A simulation that is advanced step by step. Call close() to free its memory. */
export interface Simulation {
    /** Names of the signals, in the order of values(). */
    readonly names: string[];
    /** Simulated time, s. */
    readonly t: number;
    readonly phase: "running" | "at-rest" | "lifted-off" | "diverged";
    readonly stateHash: string;
    /** Makes steps of the integration method. */
    step(count?: number): void;
    /** Makes ticks: the intervals (solver.tick, s) after which values are taken. */
    tick(count?: number): void;
    /** All signals of this instant. */
    values(): Float64Array;
    /** One signal of this instant. */
    value(name: string): number;
    /** The numbers that the equations of motion advance. */
    state(): Float64Array;
    /** Results of the run so far. */
    outcomes(): Record<string, number>;
    /** Changes parameters; state and time continue. */
    set(values: Record<string, number | string | boolean>): void;
    /** Adds an angular velocity, body axes, rad/s. */
    flick(x: number, y: number, z: number): void;
    close(): void;
}

/** Values of a parameter in a sweep. */
export type Axis = ArrayLike<number> | {from: number; to: number; count: number; logarithmic?: boolean};

/** Columns of a table by name. */
export type Table = Record<string, Float64Array | string[]>;

export interface Physics {
    readonly version: string;
    scenes(): Scene[];
    laws(): Law[];
    /** T_x, T_y and M of a friction law for slips of five numbers each: u_x, u_y, omega, d_c, d_s. a (m) and b: the
        patch. Without set the law is as printed, not softened near rest. */
    law(id: string, slips: ArrayLike<number>, options?: {a?: number; b?: number; set?: Record<string, number | string>}): Float64Array;
    /** Runs a scene until a time (s; by default the scene's own) and records its signals. */
    run(scene: SceneSource, options?: Changes & {until?: number; every?: number}): Run;
    /** A simulation at the start of the scene. */
    simulation(scene: SceneSource, changes?: Changes): Simulation;
    /** Runs a scene over a grid of parameters. */
    sweep(scene: SceneSource, options: Changes & {over: Record<string, Axis>; outcomes: string[]; until?: number}): Table;
    /** Runs a study: the JSON that `rbsim ... --spec FILE` writes, as text or object. */
    study(definition: string | object): Table;
}

/** Loads the physics; all callers share one instance. */
export function load(): Promise<Physics>;
