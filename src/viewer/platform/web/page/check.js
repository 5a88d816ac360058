// A classic script, which also runs where modules do not: says why the page cannot start, or that nothing
// arrives. page.js calls rattlebackLoads.alive at each progress and .done at the end; load.js takes the requests.
(function () {
    "use strict";
    const patience = 20; // s without progress
    let last = performance.now(), over = false;

    function say(text) {
        if (over) return;
        document.getElementById("notice-text").textContent = text;
        const button = document.getElementById("notice-button");
        button.textContent = "Load again";
        button.hidden = false;
        button.onclick = () => location.reload();
    }

    const stop = (text) => { say(text); over = true; };

    // url: of a script or style sheet that the browser has refused.
    async function explain(url) {
        const name = url.split("/").pop();
        if (location.protocol === "file:") {
            stop("This page was opened as a file. Browsers load programs from a web server only: start one with ./run web serve.");
            return;
        }
        if (window.origin === "null") {
            stop('The frame around this page must allow it to load its own files: sandbox="allow-scripts allow-same-origin".');
            return;
        }
        try {
            const response = await fetch(url), type = response.headers.get("Content-Type") || "nothing";
            if (!response.ok) stop(`${name} could not be loaded: the server answered ${response.status}.`);
            else if (/\.js$/.test(name) && !/javascript/.test(type)) stop(`The server sends ${name} as ${type}. Expected: text/javascript.`);
            else stop(`${name} could not be loaded. This browser may be too old for it.`);
        } catch { stop(`${name} could not be loaded. Check the connection.`); }
    }

    window.addEventListener("error", (e) => {
        const url = e.target.src || e.target.href;
        if (!url || over) return; // an error inside a script: page.js handles those
        if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => explain(url));
        else explain(url);
    }, true);

    setInterval(() => {
        if (performance.now() - last > 1000 * patience) say(`Nothing has arrived for ${patience} s. Check the connection.`);
    }, 500);

    // Requests of the large files, made before the modules have arrived. A preload in index.html would be repeated
    // where the host sends no-store.
    const early = {};
    for (const name of (document.currentScript.dataset.load || "").split(" ").filter(Boolean)) {
        early[name] = fetch(name);
        early[name].catch(() => {}); // load.js says why
    }

    window.rattlebackLoads = {
        take: (name) => { const request = early[name]; delete early[name]; return request; },
        alive: () => { last = performance.now(); },
        done: () => { over = true; },
    };
})();
