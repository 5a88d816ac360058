/** The element <rattle-back>: the viewer in a page. Importing this module defines it. */
export class RattleBackElement extends HTMLElement {
    /** Resolves when the viewer accepts requests. */
    readonly ready: Promise<void>;
    /** Sends a request (docs/embedding.md): element.ask("set", {values: {mu: 0.3}}). Rejects with its message. */
    ask(request: "set" | "open" | "play" | "pause" | "restart" | "outcome", fields?: object): Promise<unknown>;
}

declare global {
    interface HTMLElementTagNameMap { "rattle-back": RattleBackElement }
}
