// Pointer, wheel, key and touch events for the program (platform/input.h). Keys are identified by their
// position, as on a desktop, with raylib's numbers.
const named = {
    Space: 32, Quote: 39, Comma: 44, Minus: 45, Period: 46, Slash: 47, Semicolon: 59, Equal: 61,
    BracketLeft: 91, Backslash: 92, BracketRight: 93, Backquote: 96,
    Escape: 256, Enter: 257, Tab: 258, Backspace: 259, Insert: 260, Delete: 261,
    ArrowRight: 262, ArrowLeft: 263, ArrowDown: 264, ArrowUp: 265,
    PageUp: 266, PageDown: 267, Home: 268, End: 269,
    CapsLock: 280, ScrollLock: 281, NumLock: 282, PrintScreen: 283, Pause: 284,
    NumpadDecimal: 330, NumpadDivide: 331, NumpadMultiply: 332, NumpadSubtract: 333,
    NumpadAdd: 334, NumpadEnter: 335, NumpadEqual: 336,
    ShiftLeft: 340, ControlLeft: 341, AltLeft: 342, MetaLeft: 343,
    ShiftRight: 344, ControlRight: 345, AltRight: 346, MetaRight: 347, ContextMenu: 348,
};
const buttons = [0, 2, 1, 3, 4]; // of the DOM: left, middle, right, back, forward
const apple = /Mac|iPhone|iPad/.test(navigator.platform);

let fingerCame = false; // the last pointer was a finger: text fields open the on-screen keyboard
let waitsFor = "";      // what the active text field expects: "number" or "words"; "": no field is active

// A text field gets or loses the focus. An iPhone's number keyboard has no minus sign.
export function wantText(wanted) {
    const text = document.getElementById("text");
    waitsFor = wanted;
    if (wanted) text.inputMode = wanted === "number" && !apple ? "decimal" : "text";
    if (wanted && fingerCame) text.focus({preventScroll: true});
    else if (document.activeElement === text) document.getElementById("canvas").focus({preventScroll: true});
}

// Some browsers open the on-screen keyboard only during a tap, so the next tap opens it.
function showKeys() {
    const text = document.getElementById("text");
    if (waitsFor && document.activeElement !== text) text.focus({preventScroll: true});
}

// Keys of an on-screen keyboard have no position, at most a name.
function keyNumber({code, key}) {
    if (!code) return key === "Enter" || key === "Backspace" ? named[key] : 0;
    if (/^Key[A-Z]$/.test(code)) return code.charCodeAt(3);
    if (/^Digit\d$/.test(code)) return code.charCodeAt(5);
    if (/^Numpad\d$/.test(code)) return 320 + Number(code[6]);
    if (/^F([1-9]|1[0-2])$/.test(code)) return 289 + Number(code.slice(1));
    return named[code] || 0;
}

// Shift, Ctrl, Alt, Super; Command on Apple devices counts as Ctrl.
function modifiers(e) {
    const ctrl = e.ctrlKey || (apple && e.metaKey), meta = e.metaKey && !apple;
    return (e.shiftKey ? 1 : 0) | (ctrl ? 2 : 0) | (e.altKey ? 4 : 0) | (meta ? 8 : 0);
}

// Keys that are left to the browser: reload, developer tools, full screen, tabs, and Shift+Tab to leave the
// canvas. The program has other keys for these actions (app/actions/spare_keys.inc).
function isBrowsers(e) {
    const ctrl = e.ctrlKey || e.metaKey;
    const plain = !ctrl && !e.shiftKey && !e.altKey;
    return (plain && ["F5", "F6", "F11", "F12"].includes(e.code)) || (e.code === "Tab" && e.shiftKey) ||
        (ctrl && ["KeyR", "KeyL", "KeyT", "KeyN", "KeyW", "PageUp", "PageDown", "Tab", "F5"].includes(e.code)) ||
        (ctrl && e.shiftKey && ["KeyI", "KeyJ"].includes(e.code));
}

// Clipboard keys go to the program and to the browser, whose events carry the pasted text.
function isClipboards(e) {
    return (e.ctrlKey || e.metaKey) && !e.shiftKey && ["KeyC", "KeyV", "KeyX"].includes(e.code);
}

export function watchInput(canvas, program) {
    const text = document.getElementById("text");
    const place = (e) => {
        const box = canvas.getBoundingClientRect();
        return [(e.clientX - box.left) * canvas.width / box.width, (e.clientY - box.top) * canvas.height / box.height];
    };
    watchKeys([canvas, text], program);
    watchOnScreenKeyboard(text, program);
    watchPointers(canvas, program, place);
    const engaged = watchEngagement(canvas);
    canvas.addEventListener("wheel", (e) => {
        if (!engaged()) return;
        const unit = e.deltaMode === 1 ? 3 : e.deltaMode === 2 ? 1 : 100;
        program._rb_web_wheel(-e.deltaX / unit, -e.deltaY / unit);
        e.preventDefault();
    }, {passive: false});
    canvas.addEventListener("contextmenu", (e) => e.preventDefault());
    if (window.parent === window) canvas.focus({preventScroll: true});
}

// In a frame, wheel and swipes scroll the article around it until the view is clicked, tapped or focused, and
// again when the focus has left it. Returns whether they belong to the view.
function watchEngagement(canvas) {
    let engaged = false;
    const set = (on) => {
        engaged = on || window.parent === window;
        canvas.classList.toggle("passes", !engaged);
    };
    set(false);
    canvas.addEventListener("pointerup", () => set(true)); // a swipe ends with pointercancel
    canvas.addEventListener("focus", () => { if (canvas.matches(":focus-visible")) set(true); });
    window.addEventListener("blur", () => set(false));
    return () => engaged;
}

function watchKeys(elements, program) {
    const down = new Set();
    const letGo = () => {
        for (const key of down) program._rb_web_key(key, 0, 0);
        down.clear();
    };
    const press = (e) => {
        if (isBrowsers(e)) return;
        const key = keyNumber(e), ctrl = e.ctrlKey || e.metaKey;
        if (key && !e.repeat) {
            program._rb_web_key(key, 1, modifiers(e));
            down.add(key);
            if (apple && e.metaKey) { // its release is never reported
                program._rb_web_key(key, 0, modifiers(e));
                down.delete(key);
            }
        }
        const points = [...e.key];
        if (points.length === 1 && !ctrl && e.target.id !== "text") program._rb_web_char(points[0].codePointAt(0));
        if (!isClipboards(e) && e.target.id !== "text") e.preventDefault();
    };
    const release = (e) => {
        const key = keyNumber(e);
        if (key) program._rb_web_key(key, 0, modifiers(e));
        down.delete(key);
    };
    for (const element of elements) {
        element.addEventListener("keydown", press);
        element.addEventListener("keyup", release);
    }
    window.addEventListener("blur", letGo);
}

// An on-screen keyboard sends no key events for letters: it writes into a field, which is emptied at once.
function watchOnScreenKeyboard(text, program) {
    const take = () => {
        for (const c of text.value) program._rb_web_char(c.codePointAt(0));
        text.value = "";
    };
    text.addEventListener("compositionend", take); // words of keyboards that compose them
    text.addEventListener("input", (e) => {
        if (e.isComposing) return;
        take();
        if (e.inputType === "deleteContentBackward") {
            program._rb_web_key(named.Backspace, 1, 0);
            program._rb_web_key(named.Backspace, 0, 0);
        }
    });
}

// Gestures are recognised in C; here each finger gets a small number while it touches.
function watchPointers(canvas, program, place) {
    const fingers = new Map();
    const numberOf = (e) => {
        if (!fingers.has(e.pointerId)) {
            let number = 0;
            while ([...fingers.values()].includes(number)) number++;
            fingers.set(e.pointerId, number);
        }
        return fingers.get(e.pointerId);
    };
    const touches = (e) => e.pointerType === "touch";
    canvas.addEventListener("pointerdown", (e) => {
        const [x, y] = place(e);
        fingerCame = touches(e);
        if (!touches(e) || document.activeElement?.id !== "text") canvas.focus({preventScroll: true});
        canvas.setPointerCapture(e.pointerId);
        if (touches(e)) {
            program._rb_web_finger(numberOf(e), 1, x, y, e.timeStamp / 1000);
        } else {
            program._rb_web_pointer(x, y, 1);
            program._rb_web_button(buttons[e.button] ?? 0, 1, x, y, modifiers(e));
        }
        e.preventDefault();
    });
    canvas.addEventListener("pointermove", (e) => {
        const [x, y] = place(e);
        if (!touches(e)) program._rb_web_pointer(x, y, 1);
        else if (fingers.has(e.pointerId)) program._rb_web_finger(numberOf(e), 1, x, y, e.timeStamp / 1000);
    });
    for (const end of ["pointerup", "pointercancel"]) {
        canvas.addEventListener(end, (e) => {
            const [x, y] = place(e);
            if (!touches(e)) {
                program._rb_web_button(buttons[e.button] ?? 0, 0, x, y, modifiers(e));
            } else if (fingers.has(e.pointerId)) {
                program._rb_web_finger(numberOf(e), 0, x, y, e.timeStamp / 1000);
                fingers.delete(e.pointerId);
                showKeys();
            }
        });
    }
    canvas.addEventListener("pointerleave", (e) => {
        if (!touches(e)) program._rb_web_pointer(...place(e), 0);
    });
}
