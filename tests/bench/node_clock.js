// What C calls in node (timing.c): WebAssembly itself has only the wall's clock.
mergeInto(LibraryManager.library, {
    node_cpu_seconds: function () {
        const spent = process.cpuUsage();
        return (spent.user + spent.system) * 1e-6;
    },
});
