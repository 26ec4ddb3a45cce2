// events.js - everything that happened, as a list that jumps to the tick.
import { eventColour } from './colours.js';
import { h, fixed, swatch } from './dom.js';
import { LongList } from './list.js';
import { on, set, state } from './store.js';
import { eventText } from './words.js';

export class EventList {
    constructor(run) {
        this.run = run;
        this.everybody = false;
        this.off = new Set(['mode', 'base']);
        this.chips = h('div.chips');
        this.scroller = h('div.scroller.events', { tabindex: 0, 'aria-label': 'Events' });
        this.list = new LongList(this.scroller, 26, (event) => this.row(event));
        this.element = h('div.pane', {}, this.chips, this.scroller);
        on('character', () => this.fill());
        on('tick', () => this.mark());
        this.fill();
    }
    fill() {
        const { events } = this.run;
        this.source = this.everybody ? events.all : events.by[state.character] || [];
        const kinds = new Map();
        for (const e of this.source) kinds.set(e.kind, (kinds.get(e.kind) || 0) + 1);
        this.chips.replaceChildren(
            ...[...kinds].map(([kind, count]) =>
                h('button.chip', { 'aria-pressed': String(!this.off.has(kind)), 'data-kind': kind, onclick: () => this.toggle(kind) },
                    swatch(eventColour(kind)), kind.replace('_', ' '), h('small', {}, String(count)))),
            ...(this.run.names.length > 1 ? [h('button.chip.way', { 'aria-pressed': String(this.everybody), onclick: () => { this.everybody = !this.everybody; this.fill(); } }, 'everybody')] : []),
        );
        this.shown = this.source.filter((e) => !this.off.has(e.kind));
        this.list.fill(this.shown);
        this.mark();
    }
    toggle(kind) {
        if (this.off.has(kind)) this.off.delete(kind);
        else this.off.add(kind);
        this.fill();
    }
    row(e) {
        const now = e.tick === state.tick, past = e.tick <= state.tick;
        return h(`button.row${now ? '.now' : past ? '' : '.future'}`, { 'data-event': e.index, onclick: () => this.jump(e) },
            h('span.num', {}, `${fixed(e.time, 3)}`), swatch(eventColour(e.kind)),
            h('span.what', { title: eventText(this.run, e) }, this.everybody ? `${this.run.names[e.character]}: ` : '', eventText(this.run, e)), h('span.tick', {}, String(e.tick)));
    }
    jump(e) {
        set({ playing: false });
        set({ character: e.character });
        set({ time: e.tick });
    }
    mark() {
        let low = 0, high = this.shown.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.shown[middle].tick <= state.tick) low = middle + 1;
            else high = middle;
        }
        if (low > 0 && !this.scroller.matches(':hover')) this.list.reveal(low - 1);
        this.list.draw();
    }
    // The next or previous event of those that are listed.
    step(way) {
        const list = this.shown.filter((e) => e.character === state.character);
        const next = way > 0 ? list.find((e) => e.tick > state.tick) : [...list].reverse().find((e) => e.tick < state.tick);
        if (next) this.jump(next);
    }
}
