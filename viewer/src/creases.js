// creases.js - the edges of a triangle soup at which two faces meet at more than 24 degrees, and those with a face on one side only.

const FLAT = Math.cos((24 * Math.PI) / 180);

// A number for each different point. Points are those of one file, so what is the same is the same to the bit.
function weld(corners) {
    const bits = new Int32Array(corners.buffer, corners.byteOffset, corners.length);
    const count = corners.length / 3;
    let size = 1;
    while (size < count * 2) size *= 2;
    const table = new Int32Array(size).fill(-1);
    const ids = new Int32Array(count);
    for (let i = 0; i < count; i++) {
        const x = bits[3 * i] === -2147483648 ? 0 : bits[3 * i];
        const y = bits[3 * i + 1] === -2147483648 ? 0 : bits[3 * i + 1];
        const z = bits[3 * i + 2] === -2147483648 ? 0 : bits[3 * i + 2];
        let slot = (Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35)) >>> 0;
        slot = (slot ^ (slot >>> 15)) & (size - 1);
        for (;;) {
            const other = table[slot];
            if (other < 0) {
                table[slot] = ids[i] = i;
                break;
            }
            if (corners[3 * other] === corners[3 * i] && corners[3 * other + 1] === corners[3 * i + 1] &&
                corners[3 * other + 2] === corners[3 * i + 2]) {
                ids[i] = other;
                break;
            }
            slot = (slot + 1) & (size - 1);
        }
    }
    return ids;
}

function normalOf(p, t) {
    const i = 9 * t;
    const ux = p[i + 3] - p[i], uy = p[i + 4] - p[i + 1], uz = p[i + 5] - p[i + 2];
    const vx = p[i + 6] - p[i], vy = p[i + 7] - p[i + 1], vz = p[i + 8] - p[i + 2];
    const n = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const l = Math.hypot(...n) || 1;
    return [n[0] / l, n[1] / l, n[2] / l];
}

// corners: nine numbers a triangle. Returns six numbers a line.
export function creases(corners) {
    const ids = weld(corners);
    const count = corners.length / 9;
    const edges = new Map(); // by the two points' numbers: the triangle that has it; -1 once it is known to be flat
    const points = corners.length / 3;
    const drawn = [];
    for (let t = 0; t < count; t++) {
        for (let k = 0; k < 3; k++) {
            const a = ids[3 * t + k];
            const b = ids[3 * t + ((k + 1) % 3)];
            if (a === b) continue;
            const key = a < b ? a * points + b : b * points + a;
            const other = edges.get(key);
            if (other === undefined) {
                edges.set(key, t);
            } else if (other >= 0) {
                const m = normalOf(corners, other);
                const n = normalOf(corners, t);
                if (m[0] * n[0] + m[1] * n[1] + m[2] * n[2] < FLAT) drawn.push(a, b);
                edges.set(key, -1);
            }
        }
    }
    for (const [key, t] of edges) if (t >= 0) drawn.push(Math.floor(key / points), key % points);
    const lines = new Float32Array(drawn.length * 3);
    drawn.forEach((point, i) => lines.set(corners.subarray(3 * point, 3 * point + 3), 3 * i));
    return lines;
}
