// characters.js - everybody at this tick: click to pick.
import { modeColour } from './colours.js';
import { h, fixed, swatch } from './dom.js';
import { LongList } from './list.js';
import { on, set, state } from './store.js';

export class CharacterList {
    constructor(run) {
        this.run = run;
        this.scroller = h('div.scroller.characters', { tabindex: 0, 'aria-label': 'Characters' });
        this.list = new LongList(this.scroller, 26, (i) => this.row(i));
        this.element = h('div.pane', {}, this.scroller);
        this.list.fill(run.names.map((_, i) => i));
        on('character', () => this.list.reveal(state.character));
    }
    row(i) {
        const { run } = this;
        const t = state.tick;
        const kept = (run.head.queries || []).some((q) => q.character === i);
        return h(`button.row${i === state.character ? '.now' : ''}`, { 'data-character': i, onclick: () => set({ character: i }) },
            swatch(modeColour(run.mode(i, t))), h('span.what', {}, run.names[i]), h('span.where', {}, run.mode(i, t)),
            h('span.num', {}, `${fixed(run.speeds(i, t).level, 2)} m/s`), h('span.kept', { title: kept ? 'queries are kept' : 'no queries' }, kept ? '\u25cf' : ''));
    }
    draw() {
        this.list.draw();
    }
}
