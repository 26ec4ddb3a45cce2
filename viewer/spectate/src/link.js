// link.js - sliders for the link of the picked bot, or of all bots. A player's own line cannot be changed from here.
import { fixed, h } from '../../src/dom.js';
import { ALL } from './frame.js';
import { nameOf } from './names.js';

// Key, name, largest value on the page, text of a value.
const SLIDERS = [
    ['delay', 'Delay, one way', 0.5, (x) => `${fixed(1e3 * x, 0)} ms`],
    ['jitter', 'Jitter, either way', 0.1, (x) => `± ${fixed(1e3 * x, 0)} ms`],
    ['loss', 'Packets lost', 0.3, (x) => `${fixed(100 * x, 1)} %`],
];
// As lope join --link has them, without their bursts and silences.
const PRESETS = [
    ['lan', { delay: 0, jitter: 0, loss: 0 }], ['good', { delay: 0.02, jitter: 0.003, loss: 0.002 }],
    ['average', { delay: 0.05, jitter: 0.01, loss: 0.02 }], ['bad', { delay: 0.1, jitter: 0.02, loss: 0.05 }],
];
const STEPS = 200;
const HELD = 700; // ms for which a slider that was moved does not follow the stream

export class Link {
    // send(seat, link)
    constructor(holder, send) {
        this.send = send;
        this.all = false;
        this.touched = 0;
        this.link = { delay: 0, jitter: 0, loss: 0 };
        this.who = h('div.group', { role: 'group', 'aria-label': 'Which link' },
            (this.one = h('button', { onclick: () => this.choose(false) }, 'Bot')), (this.every = h('button', { onclick: () => this.choose(true) }, 'All bots')));
        this.sliders = Object.fromEntries(SLIDERS.map(([key, name, most, text]) => {
            const input = h('input', { type: 'range', min: 0, max: STEPS, step: 1, id: `link-${key}`, oninput: () => this.set({ ...this.link, [key]: (input.value / STEPS) * most }) });
            const output = h('output', { for: `link-${key}` });
            return [key, { input, output, most, text, row: h('div.slider', {}, h('label', { for: `link-${key}` }, name), output, input) }];
        }));
        this.presets = h('div.presets', {}, ...PRESETS.map(([name, link]) => h('button', { onclick: () => this.set(link) }, name)));
        this.note = h('p.note');
        this.controls = h('div.controls', {}, ...Object.values(this.sliders).map(({ row }) => row), this.presets);
        holder.append(h('h2', {}, 'Link'), this.who, this.controls, this.note);
        this.choose(false);
    }
    choose(all) {
        this.all = all;
        this.one.setAttribute('aria-pressed', String(!all));
        this.every.setAttribute('aria-pressed', String(all));
    }
    set(link) {
        this.link = link;
        this.touched = performance.now();
        this.write();
        if (this.all) this.send(ALL, link);
        else if (this.player?.linked) this.send(this.player.seat, link);
    }
    write() {
        for (const [key, { input, output, most, text }] of Object.entries(this.sliders)) {
            input.value = Math.round((this.link[key] / most) * STEPS);
            output.textContent = text(this.link[key]);
        }
    }
    // player: the picked one, or undefined. bots: how many there are.
    show(player, bots) {
        this.player = player;
        const free = this.all ? bots > 0 : Boolean(player?.linked);
        this.one.textContent = player ? nameOf(player) : 'No player';
        this.controls.classList.toggle('off', !free);
        for (const { input } of Object.values(this.sliders)) input.disabled = !free;
        for (const button of this.presets.children) button.disabled = !free;
        this.note.textContent = free
            ? `The simulated link of ${this.all ? `all ${bots} bots` : 'this bot'}, both ways alike.`
            : player ? 'This player’s line is real: nothing here changes it.' : 'Pick a bot in the table.';
        if (performance.now() - this.touched < HELD || !player?.linked) return;
        this.link = { ...player.link };
        this.write();
    }
}
