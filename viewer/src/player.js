// player.js - playing: time runs by the clock, scaled; everything else only sets state.time.
import { clamp } from './math.js';
import { on, set, state } from './store.js';

export const speeds = [0.1, 0.25, 0.5, 1, 2, 4];

export class Player {
    constructor(run) {
        this.run = run;
        on('time', () => set({ tick: Math.floor(state.time + 1e-6) }));
        on('playing', () => this.start());
    }
    start() {
        if (!state.playing) {
            set({ time: Math.min(Math.round(state.time), this.run.last) });
            return;
        }
        if (state.time >= this.run.last) set({ time: 0 });
        this.before = performance.now();
        requestAnimationFrame((now) => this.frame(now));
    }
    frame(now) {
        if (!state.playing) return;
        const passed = clamp((now - this.before) / 1000, 0, 0.25);
        this.before = now;
        const time = state.time + passed * this.run.rate * state.speed;
        if (time >= this.run.last) set({ time: this.run.last, playing: false });
        else {
            set({ time });
            requestAnimationFrame((next) => this.frame(next));
        }
    }
    toggle() {
        set({ playing: !state.playing });
    }
    step(ticks) {
        set({ playing: false });
        set({ time: clamp(Math.round(state.time) + ticks, 0, this.run.last) });
    }
    goTo(tick) {
        set({ playing: false });
        set({ time: clamp(tick, 0, this.run.last) });
    }
    faster(way) {
        const i = clamp(speeds.indexOf(state.speed) + way, 0, speeds.length - 1);
        set({ speed: speeds[i] });
    }
}
