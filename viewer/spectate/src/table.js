// table.js - a row for each player: what its line costs and what prediction makes of it. Renewed four times a second.
import { modeColour } from '../../src/colours.js';
import { fixed, h, swatch } from '../../src/dom.js';
import { ms, nameOf, NONE } from './names.js';

const EVERY = 0.25; // s
const OVER = 2; // s over which bytes are counted, errors are kept and what has grown is marked

const known = (text) => (p, past) => (p.predicted ? text(p, past) : NONE);
const grown = (key) => (p, past) => past.first[key] !== undefined && p[key] > past.first[key];

// Name, unit, explanation, text; and whether the cell is marked.
const COLUMNS = [
    ['Round trip', 'ms', 'Time to the server and back, as the client measures it. It grows with twice the delay of the link.', known((p) => ms(p.predicted.roundTrip))],
    ['Jitter', 'ms', '95 % of the packets come at most so much later than the quickest.', known((p) => ms(p.predicted.jitter))],
    ['Lead', 'ticks', 'How far the client has predicted beyond the newest tick that it has heard of the server.', known((p) => `${p.predicted.lead}`)],
    ['Queue', 'ticks', 'Commands that wait at the server: the least since the last packet. Below 0 they came too late.', (p) => fixed(p.queue, 0)],
    ['Replaced', 'ticks', 'Ticks for which no command had come in time: the server repeated the last one.', (p) => `${p.replaced}`, grown('replaced')],
    ['Reruns', 'times · ticks', 'Corrections: the client ran ticks again, since the server used another command than it had predicted; and how many ticks.',
        known((p) => `${p.predicted.reruns} · ${p.predicted.rerunTicks}`), (p, past) => p.predicted && past.first.reruns !== undefined && p.predicted.reruns > past.first.reruns],
    ['States', 'sent', 'Whole states that the server sent: one to join. More mean that corrections by inputs did not do.', (p) => `${p.states}`, grown('states')],
    ['Error', 'cm', 'How far the client had predicted the character from where the server then had it: the most in 2 s.', known((p, past) => (past.error === null ? NONE : fixed(100 * past.error, past.error < 0.0995 ? 1 : 0))), (p, past) => past.error > 0.0005],
    ['Up', 'kB/s', 'Bytes of the client’s packets that came to the server.', (p, past) => fixed(past.up / 1e3, 2)],
    ['Down', 'kB/s', 'Bytes of the server’s packets to the client.', (p, past) => fixed(past.down / 1e3, 2)],
];

// What a player was up to 2 s ago.
class Past {
    constructor() {
        this.list = [];
        this.errors = [];
    }
    add(frame, player) {
        const now = frame.seconds;
        this.list.push({ now, up: player.bytesUp, down: player.bytesDown, replaced: player.replaced, states: player.states, reruns: player.predicted?.reruns });
        while (now - this.list[0].now > OVER) this.list.shift();
        if (!Number.isNaN(player.error)) this.errors.push({ now, error: player.error });
        while (this.errors.length && now - this.errors[0].now > OVER) this.errors.shift();
        this.first = this.list[0];
        const seconds = now - this.first.now || 1, wrapped = (a, b) => ((a - b) >>> 0) / seconds;
        this.up = wrapped(player.bytesUp, this.first.up);
        this.down = wrapped(player.bytesDown, this.first.down);
        this.error = this.errors.length ? Math.max(...this.errors.map((one) => one.error)) : null;
    }
}

export class Table {
    // picks(number): a row was clicked.
    constructor(holder, modes, picks) {
        this.modes = modes;
        this.picks = picks;
        this.rows = new Map();
        this.pasts = new Map();
        this.next = 0;
        this.body = h('tbody');
        const head = (name, unit, title, kind = '') => h(`th${kind}`, { scope: 'col', title }, name, h('small', {}, unit));
        const columns = COLUMNS.map(([name, unit, title]) => head(name, unit, title));
        holder.append(h('table', {}, h('thead', {}, h('tr', {}, head('Player', '', 'Click a row to follow the player and change a bot’s link', '.left'),
            head('Mode', '', 'Movement mode of the server’s character', '.left'), head('Speed', 'm/s', 'Of the server’s character'), ...columns)), this.body));
    }
    take(frame) {
        for (const player of frame.players) {
            if (!this.pasts.has(player.number)) this.pasts.set(player.number, new Past());
            this.pasts.get(player.number).add(frame, player);
        }
        if (frame.seconds < this.next && this.next - frame.seconds < 1) return;
        this.next = frame.seconds + EVERY;
        this.show(frame);
    }
    rowOf(player) {
        if (this.rows.has(player.number)) return this.rows.get(player.number);
        const cells = [h('th.left', { scope: 'row' }), h('td.left'), h('td'), ...COLUMNS.map(() => h('td'))];
        const element = h('tr', { tabindex: 0, onclick: () => this.picks(player.number), onkeydown: (event) => event.key === 'Enter' && this.picks(player.number) }, ...cells);
        cells[0].textContent = nameOf(player);
        this.rows.set(player.number, { element, cells });
        this.body.append(element);
        return this.rows.get(player.number);
    }
    show(frame) {
        const here = new Set(frame.players.map((player) => player.number));
        for (const [number, row] of this.rows) {
            if (here.has(number)) continue;
            row.element.remove();
            this.rows.delete(number);
            this.pasts.delete(number);
        }
        for (const player of frame.players) {
            const { cells } = this.rowOf(player), past = this.pasts.get(player.number), mode = this.modes[player.mode];
            if (cells[1].dataset.mode !== mode) {
                cells[1].dataset.mode = mode;
                cells[1].replaceChildren(swatch(modeColour(mode)), mode);
            }
            cells[2].textContent = fixed(Math.hypot(...player.velocity), 1);
            COLUMNS.forEach(([, , , text, marked], i) => {
                cells[3 + i].textContent = text(player, past);
                cells[3 + i].classList.toggle('grown', Boolean(marked?.(player, past)));
            });
        }
    }
    pick(number) {
        for (const [one, { element }] of this.rows) element.classList.toggle('picked', one === number);
    }
}
