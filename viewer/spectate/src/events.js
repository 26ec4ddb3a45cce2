// events.js - what has happened to the picked player's character last.
import { eventColour } from '../../src/colours.js';
import { fixed, h, swatch } from '../../src/dom.js';

const KEPT = 200, SHOWN = 6;
const QUIET = new Set(['touch', 'enter', 'leave', 'footstep', 'base', 'hit', 'step_up']); // many, and of little interest here

export class Events {
    constructor(holder, head) {
        this.head = head;
        this.list = [];
        this.rows = h('ol');
        holder.append(h('h2', {}, 'Events'), this.rows);
    }
    text(event, kind) {
        const { modes } = this.head;
        if (kind === 'mode') return `${modes[event.from]} → ${modes[event.to]}`;
        if (kind === 'land') return `lands at ${fixed(event.value, 1)} m/s`;
        if (kind === 'apex') return `apex, ${fixed(event.value, 2)} m up`;
        return kind.replace('_', ' ');
    }
    take(frame) {
        for (const event of frame.events) {
            const kind = this.head.event_kinds[event.kind] || 'other';
            if (!QUIET.has(kind)) this.list.push({ ...event, kind });
        }
        this.list.splice(0, this.list.length - KEPT);
    }
    show(player, frame) {
        const list = player ? this.list.filter((event) => event.seat === player.seat).slice(-SHOWN).reverse() : [];
        const ago = (event) => `${fixed((frame.tick - event.tick) / this.head.rate, 1)} s ago`;
        this.rows.replaceChildren(...list.map((event) => h('li', {}, swatch(eventColour(event.kind)), h('span', {}, this.text(event, event.kind)), h('time', {}, ago(event)))));
        if (list.length === 0) this.rows.append(h('li.none', {}, 'none yet'));
    }
}
