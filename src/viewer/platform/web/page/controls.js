// Real controls beside the canvas, for screen readers and for those who use no mouse: everything they do is an
// action line, and they follow the program's events. They are visible while one of them has the focus.
import {tr, useLanguage} from "./language.js";

const by = (id) => document.getElementById(id);
const speeds = [0.05, 0.1, 0.25, 0.5, 1, 2];

function fill(select, items, chosen) {
    const same = select.options.length === items.length && items.every(({id}, i) => select.options[i].value === String(id));
    if (!same) select.replaceChildren(...items.map(({id, name}) => new Option(name, id)));
    select.value = chosen;
}

function element(tag, text, more = {}) {
    return Object.assign(document.createElement(tag), {textContent: text, ...more});
}

// A label and a field for each parameter, in SI units.
function fillParams(box, params, run) {
    const names = params.map(({name}) => name).join();
    if (box.dataset.names !== names) {
        box.dataset.names = names;
        box.replaceChildren(...params.map(({name, help, unit, min, max}) => {
            const label = element("label", `${help || name}${unit ? `, ${unit}` : ""} `);
            const input = element("input", "", {type: "number", step: "any", name, min, max});
            input.addEventListener("change", () => run(`set ${name}=${input.value}`));
            label.append(input);
            return label;
        }));
    }
    params.forEach(({value}, i) => {
        const input = box.children[i].querySelector("input");
        if (document.activeElement !== input) input.value = value;
    });
}

function fillLesson(box, lesson, run) {
    const text = JSON.stringify(lesson ?? null);
    if (box.dataset.lesson === text) return;
    box.dataset.lesson = text;
    const kept = box.contains(document.activeElement) ? document.activeElement.textContent : null;
    box.hidden = !lesson;
    if (!lesson) { box.replaceChildren(); return; }
    const button = (name, line, off = false) => element("button", name, {type: "button", disabled: off, onclick: () => run(line)});
    const parts = [element("h2", tr("%s, step %s of %s: %s", lesson.name, lesson.step, lesson.steps, lesson.title))];
    for (const paragraph of lesson.text.split("\n\n")) parts.push(element("p", paragraph));
    if (lesson.question) {
        parts.push(element("p", lesson.question));
        lesson.choices.forEach((choice, i) => {
            const mark = lesson.right === i + 1 ? tr("Right: ") : lesson.right > 0 && lesson.answer === i + 1 ? tr("Not right: ") : "";
            parts.push(button(mark + choice, `lesson answer ${i + 1}`, lesson.answer > 0 || lesson.right > 0));
        });
        if (lesson.why) parts.push(element("p", lesson.why));
    }
    if (lesson.task) {
        parts.push(element("p", `${lesson.task} ${lesson.done ? tr("Done.") : tr("Not done yet.")}`), button(tr("Show me"), "lesson solve", lesson.done));
    }
    parts.push(button(tr("Back"), "lesson back", lesson.step === 1), button(lesson.step === lesson.steps ? tr("Finish") : tr("Next"), "lesson next"),
        button(tr("Leave the lesson"), "lesson leave"));
    box.replaceChildren(...parts);
    const again = [...box.querySelectorAll("button:enabled")];
    if (kept !== null) (again.find((b) => b.textContent === kept) ?? again.at(-2))?.focus();
}

// The dialog of keys. The browser moves the focus into it and back, and closes it with Esc.
function showKeys(keys) {
    const parts = [];
    keys.forEach(({group, key, name}, i) => {
        if (group !== keys[i - 1]?.group) parts.push(element("h3", group), element("dl", ""));
        parts.at(-1).append(element("dt", key), element("dd", name));
    });
    by("keys-list").replaceChildren(...parts);
    by("keys").showModal();
}

let wasPlaying = null;

// The sentence that an event adds to the live region; "": none.
function sentence({event, run, t, value, playing, right, answer}) {
    switch (event) {
    case "reversal": return value < 0 ? tr("Run %s has reversed after %s s and now spins clockwise, seen from above.", run, t.toFixed(2)) :
        tr("Run %s has reversed after %s s and now spins anticlockwise, seen from above.", run, t.toFixed(2));
    case "rest": return tr("Run %s has come to rest after %s s.", run, t.toFixed(2));
    case "state":
        if (playing === wasPlaying) return "";
        wasPlaying = playing;
        return playing ? tr("Playing.") : tr("Paused at %s s.", t.toFixed(2));
    case "result": return right === answer ? tr("Your answer is right.") : tr("Answer %s is right.", right);
    case "task": return tr("The task is done.");
    default: return "";
    }
}

// program: {run(line), state(), controls()}; catalogueOf(code): the texts of a language, "" if they have not arrived.
export function watchControls(program, catalogueOf) {
    const said = by("description");
    let pending = false, sentences = [], translated = "";
    const run = (line) => {
        const problem = program.run(line);
        if (problem) said.textContent = problem;
    };
    const follow = () => {
        pending = false;
        if (sentences.length > 0) said.textContent = sentences.join(" ");
        sentences = [];
        const {language, scene, law, speed, playing, sonify, scenes, laws, lessons, params, lesson} = program.controls();
        const texts = catalogueOf(language), now = `${language} ${texts.length}`;
        if (now !== translated) {
            translated = now;
            useLanguage(language, texts);
            for (const id of ["scene", "law", "lesson-list", "speed"]) by(id).replaceChildren();
            delete by("params").dataset.names;
        }
        by("play").textContent = playing ? tr("Pause") : tr("Play");
        by("sonify").checked = sonify;
        fill(by("scene"), scenes, scene);
        fill(by("law"), laws, law);
        fill(by("lesson-list"), [{id: "", name: tr("no lesson")}, ...lessons], lesson?.id ?? "");
        fill(by("speed"), [...new Set([...speeds, speed])].sort((a, b) => a - b).map((x) => ({id: x, name: tr("%s × real time", x)})), speed);
        fillParams(by("params"), params, run);
        fillLesson(by("lesson"), lesson, run);
    };
    by("play").onclick = () => run("play");
    by("restart").onclick = () => run("restart");
    by("sonify").onchange = (e) => run(`sonify ${e.target.checked ? "on" : "off"}`);
    by("describe").onclick = () => { said.textContent = program.state().description; };
    by("show-keys").onclick = () => showKeys(program.controls().keys);
    by("keys-close").onclick = () => by("keys").close();
    by("scene").onchange = (e) => run(`scene ${e.target.value}`);
    by("law").onchange = (e) => run(`law ${e.target.value}`);
    by("speed").onchange = (e) => run(`speed ${e.target.value}`);
    by("lesson-list").onchange = (e) => run(e.target.value ? `lesson ${e.target.value}` : "lesson leave");
    window.addEventListener("rattleback", ({detail}) => {
        const text = sentence(detail);
        if (text) sentences.push(text);
        if (!pending) { pending = true; setTimeout(follow, 0); } // once for all events of a frame
    });
    const {playing, description} = program.state();
    wasPlaying = playing;
    said.textContent = description;
    follow();
}
