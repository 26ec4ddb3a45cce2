// asked.js - the queries of a tick in 3D, and what they mean: which colour, which words.
import { query as colours } from './colours.js';
import { add, mul } from './math.js';
import { Wires } from './wires.js';

const refusals = ['too high', 'no room', 'not walkable', 'too far'];

// One of the colours' names, by what the query was for and what came of it.
export function meaning(q) {
    const step = q.purpose.startsWith('step');
    if (q.purpose === 'depenetrate') return q.hit ? 'penetrating' : 'sweep';
    if (step) return refusals.includes(q.verdict) ? 'refused' : 'step';
    if (!q.hit) return 'sweep';
    if (['floor', 'land', 'rim', 'press'].includes(q.purpose)) {
        if (q.purpose === 'press') return 'blocked';
        return q.walkable ? 'walkable' : 'unwalkable';
    }
    if (q.verdict === 'ramp') return 'walkable';
    return 'blocked';
}

export const colourOf = (q) => colours[meaning(q)];
export const isRefusal = (q) => refusals.includes(q.verdict);

export class Asked {
    constructor(scene) {
        this.wires = new Wires(scene, 1.6, { opacity: 0.95, through: 0.35 });
        this.over = new Wires(scene, 2.4, { onTop: true });
    }
    // list: queries with places in the page; pointed: the one that is looked at, or -1.
    draw(list, up, pointed) {
        this.wires.clear();
        this.over.clear();
        list.forEach((q) => {
            if (pointed >= 0 && q.index !== pointed) return;
            this.one(q.index === pointed ? this.over : this.wires, q, up, q.index === pointed);
        });
        this.wires.flush();
        this.over.flush();
    }
    one(wires, q, up, pointed) {
        const colour = colourOf(q);
        const end = add(q.from, mul(q.motion, q.hit ? q.fraction : 1));
        const far = add(q.from, q.motion);
        const middle = mul(up, q.height / 2);
        if (q.radius > 0) {
            if (pointed) wires.capsule(q.from, up, q.radius, q.height, colours.sweep);
            wires.capsule(end, up, q.radius, q.height, colour, pointed ? 8 : 4);
        }
        wires.line(add(q.from, middle), add(end, middle), colours.sweep, colour);
        if (q.hit && pointed) wires.line(add(end, middle), add(far, middle), colours.sweep);
        if (q.hit) wires.mark(q.point, q.normal, colour, pointed ? 0.06 : 0.035, pointed ? 0.45 : 0.25);
    }
}
