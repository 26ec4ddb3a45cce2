// curves.js - quantities over time: speed, height, distance to the floor, and how far the other run is away.
import { vectors, ghost } from './colours.js';
import { fixed } from './dom.js';

const nice = (span) => {
    const power = 10 ** Math.floor(Math.log10(span));
    const lead = span / power;
    return (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10) * power;
};

function series(run, valueOf) {
    const values = new Float32Array(run.ticks);
    for (let t = 0; t < run.ticks; t++) values[t] = valueOf(t);
    return { values };
}

// least: the smallest span that is shown. withZero: zero stays in sight.
function curve(name, unit, digits, colour, lines, least, withZero) {
    return { name, unit, digits, colour, lines, least, withZero };
}

// What of a curve lies between two ticks, from low to high.
function span(curve, from, to) {
    let low = Infinity, high = -Infinity;
    for (const { values } of curve.lines) {
        for (let t = Math.max(0, from); t <= Math.min(to, values.length - 1); t++) {
            if (values[t] < low) low = values[t];
            if (values[t] > high) high = values[t];
        }
    }
    if (low > high) low = high = 0;
    if (curve.withZero) low = Math.min(low, 0);
    if (high - low < curve.least) high = low + curve.least;
    const pad = (high - low) * 0.06;
    return { low: low - (curve.withZero ? 0 : pad), high: high + pad };
}

export function makeCurves(run, character) {
    const up = run.up(character, 0);
    const heightOf = (f) => f[0] * up[0] + f[1] * up[1] + f[2] * up[2];
    const origin = heightOf(run.head.origin);
    const speed = [series(run, (t) => run.speeds(character, t).level)];
    const height = [series(run, (t) => heightOf(run.feet(character, t)) + origin)];
    const floor = [series(run, (t) => (run.track.get('floor_body', character, t) < 0 ? NaN : run.track.get('floor_distance', character, t) * 100))];
    const apart = [];
    const g = run.ghost;
    if (g && g.of[character] >= 0) {
        const other = g.of[character];
        const there = (t) => t >= g.first && t < g.first + g.ticks;
        const ghostly = (valueOf) => ({ ...series(run, (t) => (there(t) ? valueOf(t - g.first) : NaN)), ghost: true });
        speed.push(ghostly((r) => { const v = g.vector('velocity', other, r); const k = v[0] * up[0] + v[1] * up[1] + v[2] * up[2]; return Math.hypot(v[0] - up[0] * k, v[1] - up[1] * k, v[2] - up[2] * k); }));
        height.push(ghostly((r) => heightOf(g.vector('feet', other, r)) + origin));
        apart.push(series(run, (t) => { const d = run.apart(character, t); return d === null ? NaN : d; }));
    }
    const out = [
        curve('speed', 'm/s', 2, vectors.velocity, speed, 0.5, true),
        curve('height', 'm', 3, '#8f7de0', height, 0.3, false),
        curve('floor gap', 'cm', 2, '#2fae62', floor, 1, true),
    ];
    if (apart.length) out.push(curve('apart', 'm', 3, ghost, apart, 0.05, true));
    return out;
}

export function drawCurve(ctx, curve, view, box, ink) {
    const { low, high } = span(curve, Math.floor(view.from), Math.ceil(view.to));
    const y = (v) => box.y + box.height - ((v - low) / (high - low)) * box.height;
    const step = nice((high - low) / 2.2);
    ctx.strokeStyle = ink.line;
    ctx.fillStyle = ink.soft;
    ctx.lineWidth = 1;
    const labels = [];
    for (let v = Math.ceil(low / step) * step; v <= high; v += step) {
        const at = Math.round(y(v)) + 0.5;
        ctx.beginPath();
        ctx.moveTo(view.left, at);
        ctx.lineTo(view.right, at);
        ctx.stroke();
        if (at > box.y + 5 && at < box.y + box.height - 3) labels.push([fixed(v, step < 1 ? (step < 0.1 ? 2 : 1) : 0), at - 6]);
    }
    ctx.save();
    ctx.beginPath();
    ctx.rect(view.left, box.y - 1, view.right - view.left, box.height + 2);
    ctx.clip();
    for (const line of [...curve.lines].reverse()) drawLine(ctx, line, curve, view, y);
    ctx.restore();
    for (const [text, at] of labels) {
        ctx.fillStyle = ink.panel;
        ctx.globalAlpha = 0.8;
        ctx.fillRect(view.left + 1, at - 6, ctx.measureText(text).width + 5, 12);
        ctx.globalAlpha = 1;
        ctx.fillStyle = ink.soft;
        ctx.fillText(text, view.left + 3, at);
    }
}

// Of many ticks on one pixel the lowest and the highest are drawn.
function drawLine(ctx, line, curve, view, y) {
    ctx.strokeStyle = line.ghost ? ghost : curve.colour;
    ctx.lineWidth = line.ghost ? 1.2 : 1.6;
    ctx.setLineDash(line.ghost ? [4, 3] : []);
    ctx.lineJoin = 'round';
    ctx.beginPath();
    const from = Math.max(0, Math.floor(view.from)), to = Math.min(line.values.length - 1, Math.ceil(view.to));
    const bin = Math.max(1, Math.floor(1 / view.perTick));
    let down = false;
    const point = (t, v) => {
        if (Number.isNaN(v)) down = false;
        else if (down) ctx.lineTo(view.x(t), y(v));
        else {
            ctx.moveTo(view.x(t), y(v));
            down = true;
        }
    };
    for (let t = from; t <= to; t += bin) {
        if (bin === 1) {
            point(t, line.values[t]);
            continue;
        }
        let low = t, high = t;
        for (let k = t; k < Math.min(t + bin, to + 1); k++) {
            if (!(line.values[k] >= line.values[low])) low = k;
            if (!(line.values[k] <= line.values[high])) high = k;
        }
        point(Math.min(low, high), line.values[Math.min(low, high)]);
        if (low !== high) point(Math.max(low, high), line.values[Math.max(low, high)]);
    }
    ctx.stroke();
    ctx.setLineDash([]);
}
