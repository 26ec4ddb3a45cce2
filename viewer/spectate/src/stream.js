// stream.js - the WebSocket to the server, the frames of the last seconds, and the moment that is shown: a little behind the
// newest frame, so that there is nearly always a frame before it and one after it.
import { readFrame } from './frame.js';
import { mix, mix3, mixAngle } from '../../src/math.js';

const KEPT = 120; // frames
const BEHIND = 0.12; // s
const AGAIN = 1500; // ms until it connects anew

function mixPlayer(a, b, f) {
    const player = { ...b, feet: mix3(a.feet, b.feet, f), yaw: mixAngle(a.yaw, b.yaw, f), height: mix(a.height, b.height, f) };
    if (a.predicted && b.predicted) {
        player.predicted = { ...b.predicted, feet: mix3(a.predicted.feet, b.predicted.feet, f), yaw: mixAngle(a.predicted.yaw, b.predicted.yaw, f), height: mix(a.predicted.height, b.predicted.height, f) };
    }
    return player;
}

function mixMover(a, b, f) {
    const sign = a.rotation.reduce((sum, x, i) => sum + x * b.rotation[i], 0) < 0 ? -1 : 1;
    return { position: mix3(a.position, b.position, f), rotation: a.rotation.map((x, i) => mix(x, sign * b.rotation[i], f)) };
}

export class Stream {
    // told: { opened(), frame(frame), closed() }.
    constructor(rate, told) {
        this.rate = rate;
        this.told = told;
        this.frames = [];
        this.lost = 0; // frames that did not come, for want of speed
        this.connect();
    }
    connect() {
        this.socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/`, 'lope-spectate');
        this.socket.binaryType = 'arraybuffer';
        this.socket.onopen = () => this.told.opened();
        this.socket.onmessage = ({ data }) => this.take(readFrame(data));
        this.socket.onclose = () => {
            this.told.closed();
            setTimeout(() => this.connect(), AGAIN);
        };
    }
    send(message) {
        if (this.socket.readyState === WebSocket.OPEN) this.socket.send(message);
    }
    get newest() {
        return this.frames[this.frames.length - 1];
    }
    take(frame) {
        if (!frame) return;
        const now = performance.now() / 1e3, before = this.newest;
        if (before && frame.tick < before.tick) this.frames = []; // another server
        if (before && frame.tick - before.tick > 4 && frame.tick - before.tick < 600) this.lost += Math.round((frame.tick - before.tick) / 3) - 1;
        this.frames.push(frame);
        if (this.frames.length > KEPT) this.frames.shift();
        const wanted = frame.tick - BEHIND * this.rate - now * this.rate, apart = wanted - this.offset;
        this.offset = Math.abs(apart) < this.rate ? this.offset + 0.05 * apart : wanted; // NaN, at first: too
        this.told.frame(frame);
    }
    // Bytes a second of the last seconds, by the server's clock.
    get speed() {
        const [first, ...rest] = this.frames.filter((frame) => frame.seconds > this.newest.seconds - 3);
        return rest.length > 0 ? rest.reduce((sum, frame) => sum + frame.size, 0) / (this.newest.seconds - first.seconds) : 0;
    }
    // The tick that is shown now, with its part.
    get shown() {
        return performance.now() * 1e-3 * this.rate + this.offset;
    }
    // Players and movers at that moment; null before the first frame.
    picture() {
        const tick = this.shown, frames = this.frames;
        if (frames.length === 0) return null;
        let i = frames.length - 1;
        while (i > 0 && frames[i].tick > tick) i--;
        const a = frames[i], b = frames[Math.min(i + 1, frames.length - 1)];
        const f = b.tick > a.tick ? Math.min(1, Math.max(0, (tick - a.tick) / (b.tick - a.tick))) : 1;
        const before = new Map(a.players.map((player) => [player.number, player]));
        const players = b.players.map((player) => (before.has(player.number) ? mixPlayer(before.get(player.number), player, f) : player));
        const movers = new Map([...b.movers].map(([body, pose]) => [body, a.movers.has(body) ? mixMover(a.movers.get(body), pose, f) : pose]));
        return { tick, players, movers };
    }
}
