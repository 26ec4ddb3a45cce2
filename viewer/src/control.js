// control.js - what steers and looks: the camera of a character with its frustum and arm, the way that it follows with corners and
// links, and the half-planes that avoidance chose from (tools/lope/page/control.c says how they are written).
//
// Half-planes are velocities: they are drawn round the feet, a metre a second as SCALE metres. Read next: scene3d.js.
import { Quaternion, Vector3 } from 'three';
import { steering } from './colours.js';
import { add, cross, dot, length, mix, mix3, mul, sub, unit } from './math.js';
import { Wires } from './wires.js';

const SCALE = 0.5; // m of a m/s
const FAR = 1.6; // m, to which a frustum is drawn
const KEPT = 6; // ticks for which the last choice is shown: a velocity is kept so long

// Entries by character, each list in order of its ticks.
function byCharacter(entries, characters) {
    const lists = () => Array.from({ length: characters }, () => []);
    const ways = lists(), choices = lists();
    for (const [kind, tick, character, ...rest] of entries) {
        if (kind === 'avoid') {
            const [wanted, chosen, ...planes] = rest;
            choices[character].push({ tick, wanted, chosen, planes: planes.map(([hard, border, allowed]) => ({ hard: hard === 1, border, allowed })) });
            continue;
        }
        const list = ways[character];
        const [next, ...points] = rest;
        const of = kind === 'way' ? points.map((p) => ({ at: p.slice(0, 3), link: p[3] })) : list[list.length - 1].points;
        list.push({ tick, next, points: of });
    }
    return { ways, choices };
}

// The last one of a list that begins at or before a tick; null: none does.
function lastAt(list, tick) {
    let low = 0, high = list.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (list[middle].tick <= tick) low = middle + 1;
        else high = middle;
    }
    return low > 0 ? list[low - 1] : null;
}

export class Control {
    constructor(head, columns, entries, characters) {
        this.head = head;
        this.columns = columns;
        Object.assign(this, byCharacter(entries, characters));
        this.cameraOf = new Map(head.cameras.map((camera, i) => [camera.character, i]));
    }
    // Which of its kinds there is something of.
    kinds() {
        const out = [];
        if (this.head.cameras.length > 0) out.push('camera');
        if (this.ways.some((list) => list.length > 0)) out.push('path');
        if (this.choices.some((list) => list.length > 0)) out.push('avoid');
        return out;
    }
    hasCamera(character) {
        return this.cameraOf.has(character);
    }
    // Where a character's camera is at a time in ticks; null: it has none.
    camera(character, time) {
        const i = this.cameraOf.get(character);
        if (i === undefined) return null;
        const length = this.columns.position.length;
        const t = Math.min(Math.max(time, 0), length - 1), a = Math.floor(t), b = Math.min(a + 1, length - 1), f = t - a;
        const get = (name, tick, part = 0) => {
            const c = this.columns[name];
            return c.whole[(part * c.series + i) * c.length + tick] * c.scale;
        };
        const vector = (name, tick) => [0, 1, 2].map((part) => get(name, tick, part));
        const turn = (tick) => new Quaternion(...[0, 1, 2, 3].map((part) => get('rotation', tick, part))).normalize();
        const way = (name) => mix3(vector(name, a), vector(name, b), f);
        return {
            ...this.head.cameras[i],
            position: way('position'), pivot: way('pivot'), hand: way('hand'),
            rotation: turn(a).slerp(turn(b), f),
            fov: mix(get('fov', a), get('fov', b), f),
            blocked: get('blocked', a) === 1,
            body: get('body', a),
        };
    }
    // The way that is followed at a tick; null: none is.
    way(character, tick) {
        const way = lastAt(this.ways[character], tick);
        return way && way.points.length > 0 ? way : null;
    }
    choice(character, tick) {
        const choice = lastAt(this.choices[character], tick);
        return choice && tick - choice.tick < KEPT ? choice : null;
    }
    linkName(link) {
        return this.head.links[link] || '?';
    }
}

// The vertical field of view (degrees) in which a camera's whole picture is seen, on a canvas of another aspect.
export function verticalFov(camera, aspect) {
    const wide = Math.tan(camera.fov / 2);
    return (2 * Math.atan(Math.max(wide / camera.aspect, wide / aspect)) * 180) / Math.PI;
}

// Whether a half-plane forbids the wanted velocity or holds the chosen one.
export function counts(plane, choice) {
    const inside = (v) => dot(sub(v, plane.border), plane.allowed);
    return inside(choice.wanted) < 0 || inside(choice.chosen) < 0.05;
}

export class ControlWires {
    constructor(scene) {
        this.wires = new Wires(scene, 2.4, { through: 0.4 });
        this.over = new Wires(scene, 2.6, { onTop: true });
        this.labels = []; // { at, text, kind } of the tick
    }
    // what: which kinds are shown.
    draw(control, character, time, tick, pose, what) {
        this.wires.clear();
        this.over.clear();
        this.labels = [];
        if (control && what.path) this.way(control, control.way(character, tick), pose);
        if (control && what.avoid) this.choice(control.choice(character, tick), pose);
        if (control && what.camera) this.camera(control.camera(character, time));
        this.wires.flush();
        this.over.flush();
    }
    camera(camera) {
        if (!camera) return;
        const axis = (x, y, z) => new Vector3(x, y, z).applyQuaternion(camera.rotation).toArray();
        const right = axis(1, 0, 0), up = axis(0, 1, 0), forward = axis(0, 0, -1);
        const colour = camera.blocked ? steering.blocked : steering.camera;
        const rectangle = (distance) => {
            const w = distance * Math.tan(camera.fov / 2), h = w / camera.aspect;
            return [[-w, h], [w, h], [w, -h], [-w, -h]].map(([x, y]) => add(add(add(camera.position, mul(forward, distance)), mul(right, x)), mul(up, y)));
        };
        const near = rectangle(camera.near), far = rectangle(FAR);
        for (let i = 0; i < 4; i++) {
            this.over.line(near[i], near[(i + 1) % 4], colour);
            this.wires.line(far[i], far[(i + 1) % 4], colour);
            this.wires.line(camera.position, far[i], colour);
        }
        const top = add(mul(add(far[0], far[1]), 0.5), mul(up, 0.22));
        this.wires.line(far[0], top, colour);
        this.wires.line(far[1], top, colour);
        this.over.line(camera.pivot, camera.hand, steering.arm);
        this.over.line(camera.hand, camera.position, colour);
        this.over.mark(camera.pivot, [0, 0, 0], steering.arm, 0.07);
        this.labels.push({ at: add(camera.position, mul(up, 0.15)), text: `camera, ${camera.rig.replaceAll('_', ' ')}${camera.blocked ? ', something in the way' : ''}`, kind: 'camera' });
    }
    way(control, way, pose) {
        if (!way) return;
        const lift = mul(pose.up, 0.06);
        const at = (i) => add(way.points[i].at, lift);
        if (way.next < way.points.length) this.over.line(add(pose.feet, lift), at(way.next), steering.next);
        for (let i = 0; i < way.points.length; i++) {
            const { link } = way.points[i];
            const colour = i < way.next ? steering.passed : link > 0 ? steering.link : steering.path;
            if (i > 0) this.leg(at(i - 1), at(i), control.linkName(link), pose.up, colour);
            this.ring(at(i), pose.up, i === way.next ? 0.2 : 0.11, i === way.next ? steering.next : colour);
            if (link > 0 && i > 0) this.labels.push({ at: add(mul(add(at(i - 1), at(i)), 0.5), mul(pose.up, 0.5)), text: control.linkName(link), kind: 'link' });
        }
        const end = at(way.points.length - 1);
        this.over.line(end, add(end, mul(pose.up, 0.7)), steering.path);
        this.labels.push({ at: add(end, mul(pose.up, 0.75)), text: 'goal', kind: 'path' });
    }
    // A walk and a lift are straight, a jump is a bow, drop, mantle and ladder go along and down or up.
    leg(a, b, link, up, colour) {
        const points = [a, b];
        const rise = dot(sub(b, a), up);
        if (link === 'jump') for (let k = 1; k < 8; k++) points.splice(k, 0, add(mix3(a, b, k / 8), mul(up, 2.4 * (k / 8) * (1 - k / 8))));
        else if (link === 'drop') points.splice(1, 0, sub(b, mul(up, rise)));
        else if (link === 'mantle' || link === 'ladder') points.splice(1, 0, rise > 0 ? add(a, mul(up, rise)) : sub(b, mul(up, rise)));
        for (let k = 1; k < points.length - 1; k++) this.wires.line(points[k - 1], points[k], colour);
        const last = points[points.length - 2];
        if (link === 'walk') this.wires.line(last, points[points.length - 1], colour);
        else this.wires.arrow(last, points[points.length - 1], colour, 0.22);
    }
    ring(center, up, radius, colour) {
        const x = unit(cross(up, Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 0, 1])), z = cross(x, up);
        const at = (i) => add(center, add(mul(x, radius * Math.cos((i / 16) * 2 * Math.PI)), mul(z, radius * Math.sin((i / 16) * 2 * Math.PI))));
        for (let i = 0; i < 16; i++) this.wires.line(at(i), at(i + 1), colour);
    }
    choice(choice, pose) {
        if (!choice) return;
        const center = add(pose.feet, mul(pose.up, 0.08));
        const place = (v) => add(center, mul(v, SCALE));
        const most = Math.max(length(choice.wanted), length(choice.chosen), 0.5);
        this.ring(center, pose.up, most * SCALE, steering.most);
        for (const plane of choice.planes) this.plane(plane, center, pose.up, most, counts(plane, choice));
        this.over.arrow(center, place(choice.wanted), steering.wanted, 0.2);
        this.over.arrow(center, place(choice.chosen), steering.chosen, 0.2);
    }
    // The border inside a circle a little wider than the top speed, hatched on the side that is not allowed.
    plane(plane, center, up, most, counted) {
        const radius = most * 1.25, away = dot(plane.border, plane.allowed), half = Math.sqrt(Math.max(0, radius * radius - away * away));
        if (half < 0.05) return;
        const along = cross(up, plane.allowed), colour = !counted ? steering.slack : plane.hard ? steering.wall : steering.agent;
        const at = (s) => add(center, mul(add(plane.border, mul(along, s)), SCALE));
        (counted ? this.over : this.wires).line(at(-half), at(half), colour);
        if (!counted) return;
        const count = Math.max(2, Math.round(half / 0.3));
        for (let i = -count; i <= count; i++) {
            const from = at((half * i) / count);
            this.wires.line(from, sub(from, mul(plane.allowed, 0.14)), colour);
        }
    }
}
