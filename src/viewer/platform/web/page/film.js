// Records a WebM video with exact frame times, using the browser's encoder (WebCodecs). The time unit of the
// file is one frame, so that no time is rounded.
import {download} from "./files.js";
import {webm} from "./webm.js";

const codecs = [["vp09.00.41.08", "V_VP9"], ["vp8", "V_VP8"]];
let film = null;

export function possible() { return typeof VideoEncoder !== "undefined" && typeof VideoFrame !== "undefined"; }

export function open(width, height, fps) {
    const now = {width, height, fps, frames: 0, chunks: [], failed: false, waiting: [], encoder: null, codec: ""};
    film = now;
    now.begun = begin(now).catch(() => { now.failed = true; });
}

async function begin(now) {
    for (const [codec, name] of codecs) {
        const config = {codec, width: now.width, height: now.height, bitrate: 12e6, framerate: now.fps};
        if (!(await VideoEncoder.isConfigSupported(config)).supported) continue;
        now.codec = name;
        now.encoder = new VideoEncoder({
            output: (chunk) => {
                const data = new Uint8Array(chunk.byteLength);
                chunk.copyTo(data);
                now.chunks.push({data, frame: Math.round(chunk.timestamp * now.fps / 1e6), key: chunk.type === "key"});
            },
            error: () => { now.failed = true; },
        });
        now.encoder.configure(config);
        for (const pixels of now.waiting) encode(now, pixels);
        now.waiting = [];
        return;
    }
    now.failed = true;
}

function encode(now, pixels) {
    if (now.failed || now.encoder.state !== "configured") return;
    const frame = new VideoFrame(pixels, {
        format: "RGBX", codedWidth: now.width, codedHeight: now.height,
        timestamp: Math.round(now.frames * 1e6 / now.fps), duration: Math.round(1e6 / now.fps),
    });
    now.encoder.encode(frame, {keyFrame: now.frames % now.fps === 0});
    now.frames++;
    frame.close();
}

export function ready() { return film.encoder !== null && film.encoder.encodeQueueSize < 4; }

export function push(pixels) {
    if (film.encoder) encode(film, pixels);
    else film.waiting.push(pixels);
}

export function failed() { return film.failed; }

export async function close(path) {
    const now = film;
    film = null;
    await now.begun;
    if (!now.failed) await now.encoder.flush().catch(() => { now.failed = true; });
    if (now.encoder && now.encoder.state !== "closed") now.encoder.close();
    if (!now.failed && now.chunks.length > 0) download(path, webm(now));
}
