// side.js - the picked character at the tick: who, its state in numbers, the waterfall, and below them events, queries, characters
// and tuning behind tabs.
import { CharacterList } from './characters.js';
import { modeColour } from './colours.js';
import { $, h, fixed } from './dom.js';
import { EventList } from './events.js';
import { degrees } from './math.js';
import { QueryList } from './queries.js';
import { on, set, state } from './store.js';
import { tuningPane } from './tuning.js';
import { Waterfall } from './waterfall.js';

export class Side {
    constructor(run) {
        this.run = run;
        this.who = h('select', { 'aria-label': 'Character', onchange: (e) => set({ character: Number(e.target.value) }) },
            ...run.names.map((name, i) => h('option', { value: i }, name)));
        this.dot = h('i.dot');
        this.numbers = h('dl.numbers');
        this.waterfall = new Waterfall(run);
        this.events = new EventList(run);
        this.queries = new QueryList(run);
        this.characters = new CharacterList(run);
        this.tuning = h('div.pane');
        const step = (way) => set({ character: (state.character + way + run.names.length) % run.names.length });
        const who = h('div.who', {}, this.dot, this.who,
            run.names.length > 1 ? h('button.icon', { title: 'Previous character (Shift+C)', 'aria-label': 'Previous character', onclick: () => step(-1) }, '\u2039') : null,
            run.names.length > 1 ? h('button.icon', { title: 'Next character (C)', 'aria-label': 'Next character', onclick: () => step(1) }, '\u203a') : null,
            h('span.of', {}, run.names.length > 1 ? `${run.names.length} characters` : ''));
        this.tabs = { events: this.events.element, queries: this.queries.element, characters: this.characters.element, tuning: this.tuning };
        this.bar = h('div.tabs', { role: 'tablist' }, ...Object.keys(this.tabs).map((name) =>
            h('button', { role: 'tab', id: `tab-${name}`, onclick: () => this.show(name) }, name, h('small'))));
        this.body = h('div.tabbody', {}, ...Object.values(this.tabs));
        $('side').append(
            h('section.state', {}, who, this.numbers),
            h('section.why', {}, h('h2', {}, 'Why this velocity'), this.waterfall.element),
            h('section.lists', {}, this.bar, this.body));
        this.show('events');
        on('character', () => this.picked());
        this.picked();
    }
    show(name) {
        this.current = name;
        for (const [tab, element] of Object.entries(this.tabs)) element.hidden = tab !== name;
        for (const button of this.bar.children) button.setAttribute('aria-selected', String(button.id === `tab-${name}`));
        if (name === 'events') this.events.fill();
        if (name === 'characters') {
            this.characters.list.reveal(state.character);
            this.characters.draw();
        }
    }
    picked() {
        if (this.run.track.characters === 0) return;
        this.who.value = String(state.character);
        this.tuning.replaceChildren(tuningPane(this.run, state.character));
    }
    update(queries) {
        const { run } = this;
        if (run.track.characters === 0) return;
        const c = state.character, t = state.tick;
        this.dot.style.background = modeColour(run.mode(c, t));
        this.numbers.replaceChildren(...this.lines(c, t).flatMap(([name, value, kind]) => [h('dt', {}, name), h(kind ? `dd.${kind}` : 'dd', {}, value)]));
        this.waterfall.update(c, t);
        this.queries.update(queries);
        this.bar.querySelector('#tab-queries small').textContent = queries ? String(queries.length) : '';
        if (this.current === 'characters') this.characters.draw();
    }
    lines(c, t) {
        const { run } = this;
        const get = (name) => run.track.get(name, c, t);
        const v = (p, digits) => p.map((x) => fixed(x, digits)).join('   ');
        const speed = run.speeds(c, t), floor = run.floor(c, t);
        const limit = degrees(run.tuning(c).walkable_floor_angle);
        const out = [
            ['position', v(run.filePoint(run.feet(c, t)), 3)],
            ['velocity', v(run.velocity(c, t), 3)],
            ['speed', `${fixed(speed.level, 3)} m/s level, ${fixed(speed.rise, 3)} up`],
            ['facing', `${fixed(degrees(get('yaw')), 1)}\u00b0`],
        ];
        if (floor) {
            out.push(['floor', `${floor.name}, ${floor.kind}, ${fixed(floor.distance * 100, 2)} cm below`]);
            out.push(['slope', `${fixed(floor.angle, 2)}\u00b0 of ${fixed(limit, 2)}\u00b0, ${floor.walkable ? 'walkable' : 'too steep'}`, floor.walkable ? 'good' : 'bad']);
        } else {
            out.push(['floor', 'none within reach'], ['slope', '\u2013']);
        }
        if (run.track.has('move')) {
            const m = run.track.vector('move', c, t);
            const held = get('held') & 1 ? ', jump held' : '';
            out.push(['input', `${Math.hypot(...m) < 0.005 ? 'none' : v(m, 2)}${held}`]);
        }
        return out;
    }
}
