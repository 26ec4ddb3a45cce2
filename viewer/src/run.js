// run.js - questions about the loaded run that several parts of the page ask.
import { paintModes } from './colours.js';
import { add, degrees, dot, length, level, mix, mix3, mixAngle, mul, sub, unit } from './math.js';

export class Run {
    constructor(data) {
        Object.assign(this, data);
        this.track = data.tracks[0];
        this.ghost = data.tracks[1] || null;
        this.ticks = this.track.ticks;
        this.last = this.ticks - 1;
        this.rate = data.head.rate;
        this.names = data.head.characters.map((c) => c.name);
        paintModes(data.head.modes);
    }
    seconds(tick) {
        return tick / this.rate;
    }
    tuning(character) {
        return this.head.movesets[this.head.characters[character].moveset];
    }
    mode(character, tick) {
        return this.head.modes[this.track.get('mode', character, tick)] || '?';
    }
    walks(character, tick) {
        const mode = this.mode(character, tick);
        return mode === 'walking' || mode === 'nav_walking';
    }
    bodyName(number) {
        if (number < 0) return '';
        const body = this.head.bodies[number];
        return body ? body.name : `body ${number}`;
    }
    feet(character, tick) {
        return this.track.vector('feet', character, tick);
    }
    // In the coordinates of the scenario's file.
    filePoint(point) {
        return add(point, this.head.origin);
    }
    velocity(character, tick) {
        return this.track.vector('velocity', character, tick);
    }
    up(character, tick) {
        return unit(this.track.vector('up', character, tick));
    }
    speeds(character, tick) {
        const v = this.velocity(character, tick);
        const up = this.up(character, tick);
        return { all: length(v), level: length(level(v, up)), rise: dot(v, up) };
    }
    // What it stands on or over; null without a floor within reach.
    floor(character, tick) {
        const t = this.track;
        const body = t.get('floor_body', character, tick);
        if (body < 0) return null;
        const normal = t.vector('floor_normal', character, tick);
        const up = this.up(character, tick);
        return {
            body,
            normal,
            name: this.bodyName(body),
            kind: this.head.floor_kinds[t.get('floor_kind', character, tick)] || '?',
            walkable: t.get('floor_walkable', character, tick) === 1,
            distance: t.get('floor_distance', character, tick),
            angle: degrees(Math.acos(Math.min(1, Math.max(-1, dot(unit(normal), up))))),
        };
    }
    // What it stands on, a name; empty in the air.
    base(character, tick) {
        if (!this.walks(character, tick)) return '';
        return this.bodyName(this.track.get('floor_body', character, tick));
    }
    // Feet, yaw and size at a time between ticks.
    pose(track, character, time) {
        const t = Math.min(Math.max(time - track.first, 0), track.ticks - 1);
        const a = Math.floor(t);
        const b = Math.min(a + 1, track.ticks - 1);
        const f = t - a;
        return {
            there: time >= track.first && time <= track.first + track.ticks - 1,
            feet: mix3(track.vector('feet', character, a), track.vector('feet', character, b), f),
            up: unit(track.vector('up', character, a)),
            yaw: mixAngle(track.get('yaw', character, a), track.get('yaw', character, b), f),
            pitch: mix(track.get('pitch', character, a), track.get('pitch', character, b), f),
            radius: track.get('radius', character, a),
            height: mix(track.get('height', character, a), track.get('height', character, b), f),
        };
    }
    station(tick) {
        const t = this.seconds(tick);
        return this.head.stations.find((s) => t >= s.start && t < s.end) || null;
    }
    // The last event of a character up to a tick, of these kinds or of any.
    lastEvent(character, tick, kinds = null) {
        const list = this.events.by[character];
        let low = 0;
        let high = list.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (list[middle].tick <= tick) low = middle + 1;
            else high = middle;
        }
        for (let i = low - 1; i >= 0; i--) if (!kinds || kinds.includes(list[i].kind)) return list[i];
        return null;
    }
    // How far the other run's character is away from this one's at a tick; null where one of them is not there.
    apart(character, tick) {
        const other = this.ghost ? this.ghost.of[character] : -1;
        const row = this.ghost ? tick - this.ghost.first : -1;
        if (other < 0 || row < 0 || row >= this.ghost.ticks) return null;
        return length(sub(this.ghost.vector('feet', other, row), this.feet(character, tick)));
    }
}

export const eyes = (pose) => add(pose.feet, mul(pose.up, pose.height * 0.92));
