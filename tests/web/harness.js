// The program with a command line and no page around it: what it prints and the files it writes.
const printed = [];
let ended = null;
const Module = {
    canvas: document.getElementById("canvas"),
    arguments: JSON.parse(decodeURIComponent(location.search.slice(1))),
    preRun: [() => { Module.ENV.RATTLEBACK_DATA = "/data"; }],
    print: (text) => printed.push(text),
    printErr: (text) => printed.push("stderr: " + text),
    onExit: (status) => { ended = status; },
    page: {
        look: () => [1280, 720, 1, 1, 0],
        sound: {open() {}, close() {}, wants: () => false},
        wantText() {},
        events() {},
        stored: () => null,
        store: () => true,
    },
};
createRattleback(Module).catch(() => {});
function result() { return ended === null ? null : {status: ended, printed}; }
function file(path) {
    let text = "";
    for (const byte of Module.FS.readFile(path)) text += String.fromCharCode(byte);
    return btoa(text);
}
