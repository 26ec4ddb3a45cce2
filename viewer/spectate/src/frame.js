// frame.js - reads frames of the spectator stream and writes what goes back: scene/spectator_frame.h says how.

const FRAME = 1, LINK = 2;
const BOT = 1, JOINED = 2, PREDICTED = 4, LINKED = 8;
export const ALL = 255; // in place of a seat: every bot

class Reader {
    constructor(buffer) {
        this.view = new DataView(buffer);
        this.at = 0;
    }
    u8() {
        return this.view.getUint8(this.at++);
    }
    u32() {
        return this.view.getUint32((this.at += 4) - 4, true);
    }
    i32() {
        return this.view.getInt32((this.at += 4) - 4, true);
    }
    f32() {
        return this.view.getFloat32((this.at += 4) - 4, true);
    }
    list(count) {
        return Array.from({ length: count }, () => this.f32());
    }
}

// What only the client knows stands in `predicted`; null where it does not tell.
function readPlayer(r) {
    const seat = r.u8(), mode = r.u8(), flags = r.u8();
    r.u8();
    const player = { seat, mode, number: r.u32(), bot: (flags & BOT) !== 0, joined: (flags & JOINED) !== 0, linked: (flags & LINKED) !== 0 };
    Object.assign(player, { feet: r.list(3), up: r.list(3), velocity: r.list(3), yaw: r.f32(), radius: r.f32(), height: r.f32() });
    const predicted = { feet: r.list(3), yaw: r.f32(), height: r.f32() };
    player.error = r.f32();
    predicted.tick = r.u32();
    Object.assign(player, { ticks: r.u32(), replaced: r.u32(), late: r.u32(), states: r.u32() });
    Object.assign(predicted, { reruns: r.u32(), rerunTicks: r.u32(), lead: r.i32() });
    player.queue = r.i32();
    Object.assign(predicted, { roundTrip: r.f32(), jitter: r.f32() });
    Object.assign(player, { bytesUp: r.u32(), bytesDown: r.u32(), link: { delay: r.f32(), jitter: r.f32(), loss: r.f32() } });
    player.predicted = flags & PREDICTED ? predicted : null;
    return player;
}

// Reads a frame; null for anything else.
export function readFrame(buffer) {
    const r = new Reader(buffer);
    if (buffer.byteLength < 24 || r.u8() !== FRAME) return null;
    const players = r.u8(), movers = r.u8(), events = r.u8();
    const frame = { size: buffer.byteLength, tick: r.u32(), late: r.u32(), watchers: r.u32(), busy: r.f32(), seconds: r.f32() };
    frame.players = Array.from({ length: players }, () => readPlayer(r));
    frame.movers = new Map(Array.from({ length: movers }, () => [r.u32(), { position: r.list(3), rotation: r.list(4) }]));
    frame.events = Array.from({ length: events }, () => ({ seat: r.u8(), kind: r.u8(), from: r.u8(), to: r.u8(), tick: r.u32(), value: r.f32() }));
    return frame;
}

// What asks for another link: { delay, jitter } in s one way, { loss } as a share.
export function linkMessage(seat, link) {
    const view = new DataView(new ArrayBuffer(16));
    view.setUint8(0, LINK);
    view.setUint8(1, seat);
    view.setFloat32(4, link.delay, true);
    view.setFloat32(8, link.jitter, true);
    view.setFloat32(12, link.loss, true);
    return view.buffer;
}
