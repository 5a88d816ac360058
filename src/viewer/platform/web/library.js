// Functions of the page that C calls (web.h). The modules in page/ implement them; page.js puts them into
// Module.page before it loads the program.
mergeInto(LibraryManager.library, {
    rb_js_window_state: function (window) {
        const now = Module["page"]["look"]();
        HEAP32[window >> 2] = now[0];
        HEAP32[(window >> 2) + 1] = now[1];
        HEAPF32[(window >> 2) + 2] = now[2];
        HEAP32[(window >> 2) + 3] = now[3];
        HEAP32[(window >> 2) + 4] = now[4];
    },
    rb_js_events: function (json) { Module["page"]["events"](JSON.parse(UTF8ToString(json))); },
    rb_js_title: function (title) { document.title = UTF8ToString(title); },
    rb_js_cursor: function (name) { Module["canvas"].style.cursor = UTF8ToString(name); },
    rb_js_prefers: function (what) { return matchMedia(UTF8ToString(what)).matches ? 1 : 0; },
    rb_js_want_text: function (wanted) { Module["page"]["wantText"](["", "number", "words"][wanted]); },
    rb_js_toggle_full_screen: function () { Module["page"]["toggleFullScreen"](); },
    rb_js_keep_alive__deps: ["$runtimeKeepalivePush", "$runtimeKeepalivePop"],
    rb_js_keep_alive: function (on) { if (on) runtimeKeepalivePush(); else runtimeKeepalivePop(); },
    // A restored context has no extensions; a new one gets all of them from emscripten.
    rb_js_enable_extensions: function () {
        for (const name of GLctx.getSupportedExtensions()) {
            if (!/lose_context|debug/.test(name)) GLctx.getExtension(name);
        }
    },
    rb_js_ended: function (status) { Module["page"]["ended"](status); },

    rb_js_download: function (path) {
        const name = UTF8ToString(path);
        Module["page"]["download"](name, FS.readFile(name));
    },
    rb_js_choose_file: function () { Module["page"]["choose"](); },
    rb_js_copy: function (text) { Module["page"]["copy"](UTF8ToString(text)); },
    $rbText: function (text) {
        if (text === null) return 0;
        const size = lengthBytesUTF8(text) + 1, at = _malloc(size);
        if (at) stringToUTF8(text, at, size);
        return at;
    },
    rb_js_address__deps: ["$rbText", "malloc"],
    rb_js_address: function (link) { return rbText(Module["page"]["address"](UTF8ToString(link))); },
    rb_js_paste__deps: ["$rbText", "malloc"],
    rb_js_paste: function () { return rbText(Module["page"]["paste"]()); },
    rb_js_catalogue__deps: ["$rbText", "malloc"],
    rb_js_catalogue: function (code) { return rbText(Module["page"]["catalogue"](UTF8ToString(code))); },
    rb_js_stored__deps: ["$rbText", "malloc"],
    rb_js_stored: function () { return rbText(Module["page"]["stored"]()); },
    rb_js_store: function (text) { return Module["page"]["store"](UTF8ToString(text)) ? 1 : 0; },

    rb_js_sound_open: function (rate) { Module["page"]["sound"]["open"](rate); },
    rb_js_sound_wants: function () { return Module["page"]["sound"]["wants"]() ? 1 : 0; },
    rb_js_sound_play: function (samples, count) {
        Module["page"]["sound"]["play"](HEAPF32.slice(samples >> 2, (samples >> 2) + count));
    },
    rb_js_sound_close: function () { Module["page"]["sound"]["close"](); },

    // mode 0: the context's own functions; 1: timed; 2: calls are counted but draw nothing.
    $rbGl: {seconds: 0, calls: 0},
    rb_js_gl_meter__deps: ["$rbGl"],
    rb_js_gl_meter: function (mode) {
        for (const name of ["drawArrays", "drawElements", "clear"]) {
            delete GLctx[name];
            if (mode === 0) continue;
            const own = GLctx[name];
            GLctx[name] = function () {
                const begun = performance.now();
                if (mode === 1) own.apply(GLctx, arguments);
                rbGl.seconds += (performance.now() - begun) / 1000;
                rbGl.calls++;
            };
        }
    },
    rb_js_gl_work__deps: ["$rbGl"],
    rb_js_gl_work: function (work) {
        HEAPF64[work >> 3] = rbGl.seconds;
        HEAPF64[(work >> 3) + 1] = rbGl.calls;
        rbGl.seconds = rbGl.calls = 0;
    },

    rb_js_film_possible: function () { return Module["page"]["film"]["possible"]() ? 1 : 0; },
    rb_js_film_open: function (width, height, fps) { Module["page"]["film"]["open"](width, height, fps); },
    rb_js_film_ready: function () { return Module["page"]["film"]["ready"]() ? 1 : 0; },
    rb_js_film_push: function (pixels, width, height) {
        Module["page"]["film"]["push"](HEAPU8.slice(pixels, pixels + 4 * width * height));
    },
    rb_js_film_failed: function () { return Module["page"]["film"]["failed"]() ? 1 : 0; },
    rb_js_film_close: function (path) { Module["page"]["film"]["close"](UTF8ToString(path)); },
});
