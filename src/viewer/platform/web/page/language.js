// The texts of the page in the language of the program. English texts are the keys, as in the program; their translations
// come from the same catalogues (src/app/language), which make_site.py shortens: "=HASH" and the translation.
let texts = new Map(), current = "en";

// FNV-1a, 32 bits, of the text in UTF-8.
function hashOf(text) {
    let hash = 2166136261;
    for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
    return hash.toString(16).padStart(8, "0");
}

export const languages = ["de", "es", "pl"];

// The language that the program will choose: of the link, the one chosen last, that of the browser.
export function firstLanguage(query, settings) {
    const given = new URLSearchParams(query).get("lang") ?? /^language = (\w+)$/m.exec(settings ?? "")?.[1] ??
        (navigator.languages?.[0] ?? navigator.language ?? "en").split("-")[0];
    return languages.includes(given) ? given : "en";
}

function read(catalogue) {
    const entry = /msgid "=([0-9a-f]{8})"\n(?:msgid_plural .*\n)?msgstr(?:\[0\])? (".*")/g;
    return new Map([...catalogue.matchAll(entry)].map(([, hash, text]) => [hash, JSON.parse(text)]));
}

// The text with its values in place of %s, in order.
export function tr(text, ...values) {
    const found = current === "en" ? text : texts.get(hashOf(text)) ?? text;
    return found.replace(/%s/g, () => values.shift());
}

// code: of a language; catalogue: its text, nothing for English. Renews the texts of index.html: elements marked with
// data-tr have a text, those with data-tr-label a label for screen readers.
export function useLanguage(code, catalogue = "") {
    current = code;
    texts = read(catalogue);
    document.documentElement.lang = languages.includes(code) ? code : "en";
    for (const e of document.querySelectorAll("[data-tr]")) {
        e.dataset.tr ||= e.textContent;
        e.textContent = tr(e.dataset.tr);
    }
    for (const e of document.querySelectorAll("[data-tr-label]")) {
        e.dataset.trLabel ||= e.getAttribute("aria-label");
        e.setAttribute("aria-label", tr(e.dataset.trLabel));
    }
}
