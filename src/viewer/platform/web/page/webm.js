// Writes a minimal WebM file with one video track and no sound: header, track, index, clusters of one second.
// An element consists of id, size and content; elements are nested.
function bytes(number, count) {
    const out = new Uint8Array(count);
    for (let i = count - 1; i >= 0; i--) {
        out[i] = number % 256;
        number = Math.floor(number / 256);
    }
    return out;
}

function whole(number) {
    let count = 1;
    while (number >= 256 ** count) count++;
    return bytes(number, count);
}

function real(number) {
    const out = new DataView(new ArrayBuffer(8));
    out.setFloat64(0, number);
    return new Uint8Array(out.buffer);
}

const text = (string) => new TextEncoder().encode(string);
const length = (parts) => parts.reduce((sum, part) => sum + part.length, 0);

// parts: lists of bytes. Sizes always take eight bytes, so that lengths are known before the contents.
function element(id, ...parts) {
    const inner = parts.flat();
    const size = bytes(length(inner), 8);
    size[0] = 1;
    return [whole(id), size, ...inner];
}

function clusters(film) {
    const all = [];
    let parts = null, first = 0;
    const finish = () => { if (parts) all.push({first, parts: element(0x1F43B675, element(0xE7, whole(first)), parts)}); };
    for (const {data, frame, key} of film.chunks) {
        if (!parts || (key && frame > first)) {
            finish();
            parts = [];
            first = frame;
        }
        const head = new Uint8Array([0x81, (frame - first) >> 8, (frame - first) & 255, key ? 0x80 : 0]);
        parts.push(...element(0xA3, head, data));
    }
    finish();
    return all;
}

function index(all, at) {
    return element(0x1C53BB6B, ...all.map(({first, parts}) => {
        const point = element(0xBB, element(0xB3, whole(first)),
            element(0xB7, element(0xF7, whole(1)), element(0xF1, bytes(at, 8))));
        at += length(parts);
        return point;
    }));
}

// film: {width, height, fps, codec: "V_VP9", frames, chunks: [{data, frame, key}]}
export function webm(film) {
    const head = element(0x1A45DFA3,
        element(0x4286, whole(1)), element(0x42F7, whole(1)), element(0x42F2, whole(4)), element(0x42F3, whole(8)),
        element(0x4282, text("webm")), element(0x4287, whole(4)), element(0x4285, whole(2)));
    const info = element(0x1549A966,
        element(0x2AD7B1, whole(Math.round(1e9 / film.fps))), element(0x4489, real(film.frames)),
        element(0x4D80, text("rattleback")), element(0x5741, text("rattleback")));
    const tracks = element(0x1654AE6B, element(0xAE,
        element(0xD7, whole(1)), element(0x73C5, whole(1)), element(0x83, whole(1)), element(0x9C, whole(0)),
        element(0x86, text(film.codec)), element(0x23E383, whole(Math.round(1e9 / film.fps))),
        element(0xE0, element(0xB0, whole(film.width)), element(0xBA, whole(film.height)))));
    const all = clusters(film);
    const before = length(info) + length(tracks);
    const cues = index(all, before + length(index(all, 0)));
    const segment = element(0x18538067, info, tracks, cues, ...all.map((cluster) => cluster.parts));
    return new Blob([...head, ...segment], {type: "video/webm"});
}
