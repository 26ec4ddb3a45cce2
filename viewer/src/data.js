// data.js - the run that stands in the page: its head (JSON) and its blocks of packed columns (tools/lope/page/pack.h says how).
//
// A column comes back as typed array of whole numbers; value = whole * scale. Index: (part * series + s) * length + tick.

import { Control } from './control.js';

const element = (name) => document.getElementById(`lope:${name}`);

function fromBase64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
}

// The bytes of a block; null when the page has none of that name. The text is let go.
async function readBlock(name) {
    const script = element(name);
    if (!script) return null;
    const zipped = fromBase64(script.textContent);
    script.remove();
    const stream = new Blob([zipped]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

const arrays = { 1: Int8Array, 2: Int16Array, 4: Int32Array };

// Undoes planes and differences. `at` is where the column begins in bytes.
function unpack(bytes, at, column) {
    const { parts, series, length, width } = column;
    const count = parts * series * length;
    const out = new arrays[width](count);
    const p = bytes.subarray(at, at + count * width);
    // The sums run over in the typed array just as they did in lope, so they come out right.
    for (let run = 0; run < count; run += length) {
        const end = run + length;
        let value = 0;
        if (width === 1) for (let i = run; i < end; i++) out[i] = value = (value + p[i]) | 0;
        else if (width === 2) for (let i = run; i < end; i++) out[i] = value = (value + (p[i] | (p[count + i] << 8))) | 0;
        else for (let i = run; i < end; i++) out[i] = value = (value + (p[i] | (p[count + i] << 8) | (p[2 * count + i] << 16) | (p[3 * count + i] << 24))) | 0;
    }
    return out;
}

// The columns of a block by name: { whole, scale, parts, series, length }.
export function unpackColumns(bytes, columns) {
    const out = {};
    let at = 0;
    for (const column of columns) {
        out[column.name] = { ...column, whole: unpack(bytes, at, column) };
        at += column.parts * column.series * column.length * column.width;
    }
    return out;
}

// One run's characters over its ticks.
export class Track {
    constructor(head, columns) {
        Object.assign(this, head);
        this.columns = columns;
        this.characters = columns.feet.series;
        this.ticks = columns.feet.length;
        this.first = head.first || 0; // tick of its first row
    }
    has(name) {
        return name in this.columns;
    }
    get(name, character, tick, part = 0) {
        const c = this.columns[name];
        return c.whole[(part * c.series + character) * c.length + tick] * c.scale;
    }
    vector(name, character, tick) {
        return [this.get(name, character, tick, 0), this.get(name, character, tick, 1), this.get(name, character, tick, 2)];
    }
}

function unplane(bytes, words) {
    const out = new Uint8Array(words * 4);
    for (let plane = 0; plane < 4; plane++) {
        const from = plane * words;
        for (let i = 0; i < words; i++) out[4 * i + plane] = bytes[from + i];
    }
    return out.buffer;
}

// corners: nine numbers a triangle; bodies, triangles: one each.
export function readLevel(bytes, count) {
    return {
        count,
        corners: new Float32Array(unplane(bytes.subarray(0, 36 * count), 9 * count)),
        bodies: new Uint32Array(unplane(bytes.subarray(36 * count, 40 * count), count)),
        triangles: new Uint32Array(unplane(bytes.subarray(40 * count, 44 * count), count)),
    };
}

function readEvents(head, list) {
    const events = list.map((e) => ({
        tick: e[0],
        character: e[1],
        kind: head.event_kinds[e[2]],
        time: e[3],
        value: e[4],
        from: e[5],
        to: e[6],
        body: e[7],
        bodyFrom: e[8],
        walkable: e[9] === 1,
        ...(typeof e[10] === 'string'
            ? { name: e[10], why: e[11] || '', place: e.length > 12 ? e.slice(12, 15) : null, point: null, normal: null }
            : { point: e.length > 10 ? e.slice(10, 13) : null, normal: e.length > 10 ? e.slice(13, 16) : null }),
    }));
    events.forEach((event, index) => (event.index = index));
    const by = Array.from({ length: head.characters.length }, () => []);
    for (const event of events) by[event.character].push(event);
    return { all: events, by };
}

export async function readRun() {
    const script = element('head');
    if (!script) throw new Error('This page holds no run: it is the template that lope run --replay fills.');
    const head = JSON.parse(script.textContent);
    const [level, motion, events, cameras, control, ...tracks] = await Promise.all([
        readBlock('level'),
        readBlock('motion'),
        readBlock('events'),
        readBlock('cameras'),
        readBlock('control'),
        ...head.tracks.map((track) => readBlock(track.block)),
    ]);
    return {
        head,
        level: readLevel(level, head.level.triangles),
        motion: { bodies: head.motion.bodies, columns: unpackColumns(motion, head.motion.columns) },
        events: readEvents(head, JSON.parse(new TextDecoder().decode(events))),
        control: new Control(head.control, unpackColumns(cameras, head.control.columns), JSON.parse(new TextDecoder().decode(control)), head.characters.length),
        tracks: head.tracks.map((track, i) => new Track(track, unpackColumns(tracks[i], track.columns))),
        readBlock,
    };
}
