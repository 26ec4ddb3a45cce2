// waterfall.js - why the velocity is what it is: from the velocity before the tick, term by term, to the one after it.
import { termColour } from './colours.js';
import { h, fixed, signed } from './dom.js';
import { add, cross, dot, length, level, mul, sub, unit } from './math.js';

// Forward is where the input wants to go, else where it moves; the waterfall is drawn along it, across it, and up.
function axes(run, character, tick) {
    const up = run.up(character, tick);
    const before = run.velocity(character, Math.max(tick - 1, 0));
    const tries = [];
    if (run.track.has('move')) tries.push([run.track.vector('move', character, tick), 'the input']);
    tries.push([before, 'the motion before'], [run.velocity(character, tick), 'the motion after']);
    for (const [vector, name] of tries) {
        const flat = level(vector, up);
        if (length(flat) > 0.02) return { name, forward: unit(flat), side: unit(cross(unit(flat), up)), up };
    }
    const forward = unit(level(Math.abs(up[2]) < 0.9 ? [0, 0, -1] : [1, 0, 0], up));
    return { name: 'north (\u2212z)', forward, side: cross(forward, up), up };
}

const scaleOf = (most) => [0.05, 0.1, 0.2, 0.5, 1, 2, 4, 6, 8, 10, 15, 20, 40, 60, 100, 200].find((s) => s >= most) || most;

function bar(from, to, scale, colour, solid) {
    const share = (v) => 50 + (v / scale) * 50;
    const a = Math.min(share(from), share(to)), b = Math.max(share(from), share(to));
    const track = h('span.track', {}, h('i.zero'));
    track.append(h(solid ? 'i.total' : 'i.delta', { style: `left:${a.toFixed(2)}%;width:${Math.max(b - a, 0.9).toFixed(2)}%;background:${colour}` }));
    return track;
}

export function rowsOf(run, character, tick) {
    const before = run.velocity(character, tick - 1), after = run.velocity(character, tick);
    const rows = [];
    let sum = before;
    run.head.terms.forEach((name, i) => {
        const term = [0, 1, 2].map((part) => run.track.get('terms', character, tick, 3 * i + part));
        if (length(term) > 5e-4) rows.push({ name, term, from: sum, to: add(sum, term) });
        sum = add(sum, term);
    });
    const rest = sub(after, sum);
    return { before, after, rows, rest };
}

export class Waterfall {
    constructor(run) {
        this.run = run;
        this.element = h('div.waterfall');
    }
    update(character, tick) {
        const { run } = this;
        if (!run.track.has('terms')) {
            this.element.replaceChildren(h('p.none', {}, 'This run was made without velocity terms.'));
            return;
        }
        if (tick === 0) {
            this.element.replaceChildren(h('p.none', {}, 'The first tick has nothing before it. Step on with \u2192.'));
            return;
        }
        const ax = axes(run, character, tick);
        const { before, after, rows } = rowsOf(run, character, tick);
        const along = [ax.forward, ax.side, ax.up];
        const most = along.map((axis) => Math.max(...[before, after, ...rows.flatMap((r) => [r.from, r.to])].map((v) => Math.abs(dot(v, axis))), 0.05));
        const scales = most.map(scaleOf);
        const cells = (vector, from, to, colour, solid) => along.flatMap((axis, k) => {
            const value = dot(vector, axis);
            const quiet = Math.abs(value) < 5e-4 && !solid;
            return [
                quiet ? h('span.track', {}, h('i.zero')) : bar(dot(from, axis), dot(to, axis), scales[k], colour, solid),
                h(quiet ? 'span.num.quiet' : 'span.num', {}, quiet ? '\u00b7' : solid ? fixed(value, 2) : signed(value, Math.abs(value) < 0.0995 ? 3 : 2)),
            ];
        });
        const grid = h('div.grid', {});
        grid.append(h('span'), h('span.head', {}, 'forward'), h('span.head', {}, 'right'), h('span.head', {}, 'up'));
        const row = (name, list, kind) => grid.append(h(`span.name${kind}`, {}, name), ...list);
        const zero = [0, 0, 0];
        row('before', cells(before, zero, before, 'var(--bar)', true), '.sum');
        for (const r of rows) row(r.name, cells(r.term, r.from, r.to, termColour(r.name), false), '');
        if (rows.length === 0) row('nothing', along.flatMap(() => [h('span.track', {}, h('i.zero')), h('span.num.quiet', {}, '\u00b7')]), '.quiet');
        row('after', cells(after, zero, after, 'var(--bar)', true), '.sum');
        this.element.replaceChildren(grid, h('p.note', {}, `m/s; forward is ${ax.name}`));
    }
}
