// timeline.js - lanes and curves over one axis of time with one cursor: drag to scrub, wheel to zoom, the strip on top shows where one is.
import { $, fixed } from './dom.js';
import { drawLane, drawMarks, makeLanes, makeMarks } from './lanes.js';
import { drawCurve, makeCurves } from './curves.js';
import { clamp } from './math.js';
import { on, set, state } from './store.js';
import { eventText } from './words.js';

const LANE = 16, GAP = 3, STRIP = 14, AXIS = 17, RIGHT = 10;

export class Timeline {
    constructor(run) {
        this.run = run;
        this.holder = $('timeline');
        this.base = $('lanes');
        this.top = $('cursor');
        this.from = 0;
        this.to = Math.max(run.last, 1);
        this.prepare();
        on('character', () => { this.prepare(); this.draw(); });
        on('dark', () => this.draw());
        on('time', () => this.follow());
        this.listen();
        new ResizeObserver(() => this.resize()).observe(this.holder);
    }
    prepare() {
        const c = state.character;
        if (this.run.track.characters === 0) {
            this.lanes = this.marks = this.curves = [];
            return;
        }
        this.lanes = makeLanes(this.run, c);
        this.marks = makeMarks(this.run, c);
        this.curves = makeCurves(this.run, c);
    }
    get gutter() {
        return this.width < 520 ? 58 : 74;
    }
    view() {
        const left = this.gutter, right = this.width - RIGHT;
        const perTick = (right - left) / (this.to - this.from);
        const { from, to } = this;
        return { left, right, perTick, from, to, x: (t) => left + (t - from) * perTick, t: (x) => from + (x - left) / perTick };
    }
    resize() {
        const ratio = window.devicePixelRatio || 1;
        this.width = this.holder.clientWidth;
        this.height = this.holder.clientHeight;
        for (const canvas of [this.base, this.top]) {
            canvas.width = Math.round(this.width * ratio);
            canvas.height = Math.round(this.height * ratio);
            canvas.getContext('2d').setTransform(ratio, 0, 0, ratio, 0, 0);
        }
        this.draw();
    }
    // Where each row is, from top to bottom.
    layout() {
        let y = STRIP + 3 + AXIS;
        const rows = [];
        for (const lane of this.lanes) {
            rows.push({ lane, y, height: LANE });
            y += LANE + GAP;
        }
        rows.push({ marks: true, y, height: LANE });
        y += LANE + GAP + 4;
        const left = Math.max(this.height - y - 4, 0);
        const each = left / Math.max(this.curves.length, 1);
        for (const curve of this.curves) {
            rows.push({ curve, y, height: each - 8 });
            y += each;
        }
        return rows;
    }
    ink() {
        const css = getComputedStyle(document.documentElement);
        const get = (name) => css.getPropertyValue(name).trim();
        return { text: get('--text'), soft: get('--soft'), line: get('--line'), faint: get('--faint'), panel: get('--panel'), accent: get('--accent'), onColour: get('--on-colour'), laneAlpha: state.dark ? 0.78 : 0.82 };
    }
    draw() {
        if (!this.width || this.run.track.characters === 0) return;
        const ctx = this.base.getContext('2d'), view = this.view(), ink = this.ink();
        ctx.clearRect(0, 0, this.width, this.height);
        ctx.textBaseline = 'middle';
        ctx.font = '500 10.5px Inter, system-ui, sans-serif';
        this.drawStrip(ctx, view, ink);
        this.drawAxis(ctx, view, ink);
        for (const row of this.layout()) {
            ctx.textAlign = 'left';
            if (row.lane) drawLane(ctx, row.lane, view, row, ink);
            else if (row.marks) drawMarks(ctx, this.marks, view, row);
            else if (row.height > 12) drawCurve(ctx, row.curve, view, row, ink);
            ctx.clearRect(0, row.y - 2, view.left - 1, row.height + 4);
            ctx.fillStyle = ink.soft;
            ctx.textAlign = 'right';
            const name = row.lane ? row.lane.name : row.marks ? 'events' : row.curve.name;
            if (row.height > 12) ctx.fillText(name, view.left - 9, row.y + (row.curve ? 7 : row.height / 2 + 0.5));
        }
        this.drawDifference(ctx, view);
        this.drawCursor();
    }
    drawStrip(ctx, view, ink) {
        const all = view.right - view.left, total = Math.max(this.run.last, 1);
        ctx.fillStyle = ink.faint;
        ctx.fillRect(view.left, 2, all, STRIP - 3);
        const mode = this.lanes.find((lane) => lane.name === 'mode');
        const whole = { ...view, from: 0, to: total, perTick: all / total, x: (t) => view.left + (t / total) * all };
        ctx.globalAlpha = 0.55;
        drawLane(ctx, { ...mode, label: () => '' }, whole, { y: 5, height: 5 }, ink);
        ctx.globalAlpha = 1;
        ctx.strokeStyle = ink.text;
        ctx.lineWidth = 1;
        ctx.strokeRect(Math.round(whole.x(this.from)) + 0.5, 2.5, Math.round(whole.x(this.to) - whole.x(this.from)) - 1, STRIP - 4);
    }
    drawAxis(ctx, view, ink) {
        const seconds = (this.to - this.from) / this.run.rate;
        const wanted = seconds / Math.max((view.right - view.left) / 80, 1);
        const steps = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
        const step = steps.find((s) => s >= wanted) || 1200;
        const y = STRIP + 3 + AXIS / 2;
        ctx.fillStyle = ink.soft;
        ctx.textAlign = 'center';
        for (let s = Math.ceil(this.from / this.run.rate / step) * step; s <= this.to / this.run.rate + 1e-9; s += step) {
            const x = view.x(s * this.run.rate);
            if (x > view.left + 8 && x < view.right - 12) ctx.fillText(`${fixed(s, step < 1 ? (step < 0.1 ? 2 : 1) : 0)} s`, x, y);
            ctx.fillStyle = ink.line;
            ctx.fillRect(Math.round(x), STRIP + AXIS, 1, this.height - STRIP - AXIS);
            ctx.fillStyle = ink.soft;
        }
    }
    drawDifference(ctx, view) {
        const difference = this.run.difference;
        if (!difference) return;
        const x = view.x(difference.tick);
        if (x < view.left || x > view.right) return;
        ctx.fillStyle = '#e23b3b';
        ctx.fillRect(Math.round(x), STRIP + 3, 1.5, this.height);
        const text = 'first difference', wide = ctx.measureText(text).width + 10, y = STRIP + 4;
        const left = x > view.right - wide ? x - wide : x;
        ctx.fillRect(left, y, wide, AXIS - 3);
        ctx.fillStyle = '#ffffff';
        ctx.textAlign = 'left';
        ctx.fillText(text, left + 5, y + (AXIS - 3) / 2 + 0.5);
    }
    drawCursor() {
        if (!this.width || this.run.track.characters === 0) return;
        const ctx = this.top.getContext('2d'), view = this.view(), ink = this.ink();
        ctx.clearRect(0, 0, this.width, this.height);
        const total = Math.max(this.run.last, 1);
        ctx.fillStyle = ink.accent;
        ctx.fillRect(view.left + (state.time / total) * (view.right - view.left) - 0.75, 1, 1.5, STRIP - 1);
        const x = view.x(state.time);
        if (x >= view.left - 1 && x <= view.right + 1) {
            ctx.fillRect(x - 0.75, STRIP + 3, 1.5, this.height);
            ctx.beginPath();
            ctx.moveTo(x - 5, STRIP + 2);
            ctx.lineTo(x + 5, STRIP + 2);
            ctx.lineTo(x, STRIP + 9);
            ctx.fill();
        }
        this.drawValues(ctx, view, ink);
    }
    // The curves' values at the cursor, at their right end.
    drawValues(ctx, view, ink) {
        ctx.font = '600 10.5px Inter, system-ui, sans-serif';
        ctx.textBaseline = 'middle';
        for (const row of this.layout()) {
            if (!row.curve || row.height <= 12) continue;
            const value = row.curve.lines[0].values[state.tick];
            const text = Number.isNaN(value) ? 'none' : `${fixed(value, row.curve.digits)} ${row.curve.unit}`;
            ctx.textAlign = 'right';
            ctx.font = '600 10.5px Inter, system-ui, sans-serif';
            const y = row.y + 21;
            ctx.fillStyle = ink.text;
            ctx.fillText(text, view.left - 9, y);
        }
    }
    follow() {
        const span = this.to - this.from;
        if (state.time < this.from || state.time > this.to) {
            const at = state.playing ? state.time - span * 0.05 : state.time - span / 2;
            this.from = clamp(at, 0, Math.max(this.run.last - span, 0));
            this.to = this.from + span;
            this.draw();
        } else this.drawCursor();
    }
    zoom(factor, x = null) {
        const view = this.view();
        const center = x === null ? clamp(state.time, this.from, this.to) : clamp(view.t(x), this.from, this.to);
        const span = clamp((this.to - this.from) * factor, Math.min(20, this.run.last), Math.max(this.run.last, 1));
        const share = (center - this.from) / (this.to - this.from);
        this.from = clamp(center - span * share, 0, Math.max(this.run.last - span, 0));
        this.to = this.from + span;
        this.draw();
    }
    show(from, to) {
        this.from = clamp(from, 0, this.run.last);
        this.to = clamp(to, this.from + 1, Math.max(this.run.last, 1));
        this.draw();
    }
    listen() {
        let drag = '';
        const place = (event) => {
            const box = this.top.getBoundingClientRect();
            return { x: event.clientX - box.left, y: event.clientY - box.top };
        };
        const move = ({ x }) => {
            const view = this.view();
            if (drag === 'strip') {
                const tick = ((x - view.left) / (view.right - view.left)) * this.run.last;
                this.goTo(tick);
            } else this.goTo(view.t(x));
        };
        this.top.addEventListener('pointerdown', (event) => {
            if (this.run.track.characters === 0) return;
            const at = place(event);
            drag = at.y < STRIP + 1 ? 'strip' : 'axis';
            this.top.setPointerCapture(event.pointerId);
            const mark = drag === 'axis' ? this.markAt(at) : null;
            if (mark) this.goTo(mark.tick);
            else move(at);
        });
        this.top.addEventListener('pointermove', (event) => {
            const at = place(event);
            if (drag) move(at);
            this.tip(at);
        });
        const end = () => (drag = '');
        this.top.addEventListener('pointerup', end);
        this.top.addEventListener('pointercancel', end);
        this.top.addEventListener('pointerleave', () => ($('tip').hidden = true));
        this.top.addEventListener('wheel', (event) => {
            event.preventDefault();
            if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan((event.deltaX || event.deltaY) * 0.5);
            else this.zoom(Math.exp(event.deltaY * 0.0015), place(event).x);
        }, { passive: false });
        this.top.addEventListener('dblclick', () => this.show(0, this.run.last));
    }
    pan(pixels) {
        const span = this.to - this.from;
        this.from = clamp(this.from + pixels / this.view().perTick, 0, Math.max(this.run.last - span, 0));
        this.to = this.from + span;
        this.draw();
    }
    goTo(tick) {
        set({ playing: false });
        set({ time: clamp(Math.round(tick), 0, this.run.last) });
    }
    markAt({ x, y }) {
        const row = this.layout().find((r) => r.marks);
        if (y < row.y - 2 || y > row.y + row.height + 2) return null;
        const view = this.view();
        let best = null;
        for (const mark of this.marks) {
            const gap = Math.abs(view.x(mark.tick) - x);
            if (gap < 6 && (!best || gap <= best.gap)) best = { tick: mark.tick, gap, event: mark.event };
        }
        return best;
    }
    tip(at) {
        const tip = $('tip');
        const view = this.view();
        const row = this.layout().find((r) => at.y >= r.y - 1 && at.y <= r.y + r.height + 1);
        let text = '';
        if (row && row.marks) {
            const mark = this.markAt(at);
            text = mark ? eventText(this.run, mark.event) : '';
        } else if (row && row.lane && at.x > view.left) {
            const tick = view.t(at.x);
            const s = row.lane.list.find((one) => tick >= one.from && tick < one.to);
            text = !s ? '' : row.lane.tip ? row.lane.tip(s) : row.lane.label(s.value);
        }
        tip.hidden = text === '';
        if (!text) return;
        tip.textContent = text;
        tip.style.left = `${clamp(at.x + 10, 0, Math.max(this.width - tip.offsetWidth - 4, 0))}px`;
        tip.style.top = `${row.y + row.height + 5}px`;
    }
}
