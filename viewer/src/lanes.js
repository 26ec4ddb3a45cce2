// lanes.js - what holds over a stretch of time, as coloured stretches: stations, mode, ground, base; and events as marks.
import { bodyColour, eventColour, modeColour, query } from './colours.js';

// Stretches of one value: [{ from, to, value }], `to` not included.
export function stretches(ticks, valueOf) {
    const out = [];
    let current = null;
    for (let t = 0; t < ticks; t++) {
        const value = valueOf(t);
        if (!current || current.value !== value) {
            current = { from: t, to: t + 1, value };
            out.push(current);
        } else {
            current.to = t + 1;
        }
    }
    return out;
}

// Names of the abilities that have been at work, in the order of their first start.
function abilityNames(events) {
    return [...new Set(events.filter((e) => e.kind === 'ability').map((e) => e.name))];
}

// Bars of one ability, cut where its phase changes: [{ from, to, value: phase, bar }], a bar with its times and its end.
export function abilityBars(events, name, last) {
    const out = [];
    let open = null;
    const close = (tick) => { if (open) open.to = Math.max(tick, open.from + 1); };
    for (const e of events) {
        if (e.name !== name || !['ability', 'ability_phase', 'ability_end'].includes(e.kind)) continue;
        if (e.kind === 'ability_end') {
            close(e.tick);
            if (open) Object.assign(open.bar, { end: e.time, why: e.why });
            open = null;
        } else {
            const bar = e.kind === 'ability' || !open ? { start: e.time, end: null, why: '' } : open.bar;
            const value = e.kind === 'ability' ? 0 : e.to;
            if (open && open.from === e.tick) open.value = value;
            else {
                close(e.tick);
                open = { from: e.tick, to: last + 1, value, bar };
                out.push(open);
            }
        }
    }
    return out;
}

function abilityTip(name, s) {
    const phase = s.value > 0 ? `, phase ${s.value}` : '';
    const end = s.bar.end === null ? ', still at work' : ` to ${s.bar.end.toFixed(3)} s, ended: ${s.bar.why}`;
    return `${name}${phase}: from ${s.bar.start.toFixed(3)} s${end}`;
}

function abilityLane(run, events, name, index) {
    return {
        name,
        list: abilityBars(events, name, run.last),
        colour: (v) => `hsl(${(index * 67 + 265) % 360} 42% ${[48, 58, 42, 66, 36][v % 5]}%)`,
        label: (v) => (v > 0 ? `${name} ${v}` : name),
        tip: (s) => abilityTip(name, s),
    };
}

const groundNames = { face: 'floor', rim: 'rim', wedge: 'wedge' };

export function makeLanes(run, character) {
    const t = run.track;
    const lanes = [];
    const stations = run.head.stations.map((s) => ({ from: s.start * run.rate, to: s.end * run.rate, value: s.name }));
    if (stations.length) lanes.push({ name: 'station', list: stations, colour: () => null, label: (v) => v.replaceAll('_', ' ') });
    lanes.push({
        name: 'mode',
        list: stretches(run.ticks, (tick) => t.get('mode', character, tick)),
        colour: (v) => modeColour(run.head.modes[v]),
        label: (v) => run.head.modes[v],
    });
    const ground = (tick) => {
        if (t.get('floor_body', character, tick) < 0) return 0;
        const kind = t.get('floor_kind', character, tick);
        return kind * 2 + t.get('floor_walkable', character, tick) + 2;
    };
    lanes.push({
        name: 'ground',
        list: stretches(run.ticks, ground),
        colour: (v) => (v === 0 ? null : v % 2 === 1 ? query.walkable : query.unwalkable),
        label: (v) => (v === 0 ? '' : `${groundNames[run.head.floor_kinds[(v - 2) >> 1]] || 'near'}${v % 2 === 1 ? '' : ', too steep'}`),
    });
    const base = (tick) => (run.walks(character, tick) ? t.get('floor_body', character, tick) : -1);
    lanes.push({
        name: 'base',
        list: stretches(run.ticks, base),
        colour: (v) => (v < 0 ? null : bodyColour(v)),
        label: (v) => run.bodyName(v),
    });
    const events = run.events.by[character] || [];
    abilityNames(events).forEach((name, i) => lanes.push(abilityLane(run, events, name, i)));
    return lanes;
}

// Marks of one tick share a place; rarer kinds stand above commoner ones.
const rank = ['mode', 'base', 'touch', 'apex', 'step_up', 'ability_phase', 'ability_end', 'ability', 'hit', 'refuse', 'land', 'jump', 'walk_off', 'teleport', 'stuck', 'crush'];
export function makeMarks(run, character) {
    const list = run.events.by[character] || [];
    return [...list].sort((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind)).map((e) => ({ tick: e.tick, colour: eventColour(e.kind), event: e }));
}

export function drawLane(ctx, lane, view, box, ink) {
    const { y, height } = box;
    for (const s of lane.list) {
        const from = view.x(s.from), to = view.x(s.to);
        if (to < view.left || from > view.right) continue;
        const colour = lane.colour(s.value);
        const x0 = Math.max(from, view.left), x1 = Math.min(to, view.right);
        if (colour) {
            ctx.fillStyle = colour;
            ctx.globalAlpha = ink.laneAlpha;
            ctx.fillRect(x0, y, Math.max(x1 - x0 - (x1 - x0 > 3 ? 1 : 0), 0.6), height);
            ctx.globalAlpha = 1;
        } else if (lane.name === 'station') {
            ctx.fillStyle = ink.faint;
            ctx.fillRect(x0, y, Math.max(x1 - x0 - 1, 0.6), height);
        }
        const text = lane.label(s.value);
        if (text && x1 - x0 > 26 && ctx.measureText(text).width + 8 < x1 - x0) {
            ctx.save();
            ctx.beginPath();
            ctx.rect(x0, y, x1 - x0 - 3, height);
            ctx.clip();
            ctx.fillStyle = colour ? ink.onColour : ink.soft;
            ctx.fillText(text, x0 + 5, y + height / 2 + 0.5);
            ctx.restore();
        }
    }
}

export function drawMarks(ctx, marks, view, box) {
    const middle = box.y + box.height / 2;
    for (const mark of marks) {
        const x = view.x(mark.tick);
        if (x < view.left - 4 || x > view.right + 4) continue;
        ctx.fillStyle = mark.colour;
        if (view.perTick > 1.2 || marks.length < 400) {
            ctx.beginPath();
            ctx.moveTo(x, middle - 5);
            ctx.lineTo(x + 4, middle);
            ctx.lineTo(x, middle + 5);
            ctx.lineTo(x - 4, middle);
            ctx.fill();
        } else {
            ctx.fillRect(x - 0.75, box.y + 1, 1.5, box.height - 2);
        }
    }
}
