// Plays one channel of samples, block by block. Browsers play no sound before the first user action.
let context = null, due = 0, rate = 0;

export function open(samplesPerSecond) {
    if (context || typeof AudioContext === "undefined") return;
    context = new AudioContext();
    rate = samplesPerSecond;
    due = 0;
}

export function wants() {
    if (!context) return false;
    if (context.state === "suspended") {
        if (navigator.userActivation?.isActive) context.resume();
        return false;
    }
    return due - context.currentTime < 0.1;
}

export function play(samples) {
    const buffer = context.createBuffer(1, samples.length, rate);
    buffer.copyToChannel(samples, 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    due = Math.max(due, context.currentTime + 0.02);
    source.start(due);
    due += samples.length / rate;
}

export function close() {
    context?.close();
    context = null;
}
