// main.js - the spectator page: fetches the level, opens the stream, and shows what comes.
import { modeColour } from '../../src/colours.js';
import { $, fixed, h, icon, swatch } from '../../src/dom.js';
import { Events } from './events.js';
import { linkMessage } from './frame.js';
import { readLevelFile } from './level.js';
import { Link } from './link.js';
import { nameOf } from './names.js';
import { Stream } from './stream.js';
import { Table } from './table.js';
import { View } from './view.js';

const PANELS = 250; // ms between two looks at the panels
const CLICK = 5; // px, of a click that was no drag
const SLOWLY = 90; // ms, at least, between two pictures without a graphics card

const say = (text) => {
    $('notice').textContent = text;
    $('notice').hidden = !text;
};

class Page {
    constructor(run) {
        this.run = run;
        this.picked = -1;
        this.follows = false;
        $('title').textContent = `live · ${run.head.name}`;
        this.view = new View($('view'), $('labels'), run);
        this.table = new Table($('table'), run.head.modes, (number) => this.pick(number));
        this.events = new Events($('events'), run.head);
        this.stream = new Stream(run.head.rate, { opened: () => say(''), frame: (frame) => this.take(frame), closed: () => say('The server is gone. Trying again …') });
        this.link = new Link($('link'), (seat, link) => this.stream.send(linkMessage(seat, link)));
        this.makeButtons();
        this.makeLegend();
        this.listen();
        this.theme(matchMedia('(prefers-color-scheme: dark)').matches);
        setInterval(() => this.showPanels(), PANELS);
    }
    makeButtons() {
        this.views = [['Orbit', false], ['Follow', true]].map(([name, follows]) => h('button', { onclick: () => this.follow(follows) }, name));
        $('views').append(...this.views, h('button', { onclick: () => this.view.frameAll(this.stream.newest?.players || []), title: 'Brings all players into view' }, 'All players'));
        this.follow(false);
        $('theme').addEventListener('click', () => this.theme(!this.dark));
    }
    makeLegend() {
        const modes = ['walking', 'falling', 'swimming'].map((name) => h('span', {}, swatch(modeColour(name)), name));
        $('legend').append(
            h('h2', {}, 'Legend'),
            h('dl', {},
                h('dt', {}, h('i.capsule.solid')), h('dd', {}, 'predicted pose, which the player sees, in the mode’s colour'),
                h('dt', {}, h('i.capsule.ghost')), h('dd', {}, 'server pose of the same player, and its last 1.5 s'),
                h('dt', {}, h('i.line')), h('dd', {}, 'between the two: the lead'),
                h('dt', {}, h('i.capsule.plain')), h('dd', {}, 'without a ghost: the server pose; the client does not tell its prediction'),
                h('dt', {}, h('b.grown', {}, '12')), h('dd', {}, 'has grown in the last 2 s')),
            h('p.modes', {}, ...modes),
        );
    }
    listen() {
        const canvas = $('view');
        let down = null;
        canvas.addEventListener('pointerdown', (event) => (down = [event.clientX, event.clientY]));
        canvas.addEventListener('pointerup', (event) => {
            if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > CLICK) return;
            const number = this.view.pick(event.offsetX, event.offsetY);
            if (number >= 0) this.pick(number);
        });
        new ResizeObserver(() => this.view.resize()).observe($('stage'));
    }
    theme(dark) {
        this.dark = dark;
        document.documentElement.dataset.theme = dark ? 'dark' : 'light';
        $('theme').replaceChildren(icon(dark ? 'sun' : 'moon'));
        this.view.paint(dark);
    }
    follow(follows) {
        this.follows = follows;
        this.views.forEach((button, i) => button.setAttribute('aria-pressed', String(follows === (i === 1))));
        const player = follows && this.stream.newest?.players.find((one) => one.number === this.picked);
        if (player) this.view.camera.frame(player.feet, 6, player.yaw, 0.35);
    }
    pick(number) {
        this.picked = number;
        this.table.pick(number);
        if (this.follows) this.follow(true);
        this.showPanels();
    }
    take(frame) {
        if (!frame.players.some((player) => player.number === this.picked) && frame.players.length > 0) this.picked = frame.players[0].number;
        this.table.take(frame);
        this.table.pick(this.picked);
        this.events.take(frame);
    }
    showPanels() {
        const frame = this.stream.newest;
        if (!frame) return;
        const player = frame.players.find((one) => one.number === this.picked);
        const facts = [[`tick ${frame.tick}`], [`${frame.players.length} players`], [`server ${fixed(100 * frame.busy, 1)} % of a core`, 'Of the server’s processor time since the last frame'],
            [`${frame.late} late ticks`, 'Ticks that began more than one tick after their moment'], [`stream ${fixed(this.stream.speed / 1e3, 1)} kB/s`, 'What this page receives'],
            [`${this.stream.lost} frames lost`, 'Frames that came too slowly to this page, and were left out'], [`${frame.watchers} watching`]];
        $('about').replaceChildren(...facts.map(([text, title]) => h('span', { title }, text)));
        $('who').textContent = player ? nameOf(player) : '';
        this.link.show(player, frame.players.filter((one) => one.linked).length);
        this.events.show(player, frame);
    }
    run3d() {
        let next = 0, begun = 0; // ms: when the next picture is due; when the last one was begun
        const draw = () => {
            const now = performance.now();
            // the frame after a picture comes when it is drawn: without a graphics card half of the time is for the rest
            if (begun > 0 && !this.view.quality.fine) next = now + Math.max(SLOWLY, now - begun);
            begun = 0;
            const picture = now >= next && this.stream.picture();
            if (picture) {
                begun = now;
                this.view.draw(picture, this.stream.frames, this.run.head.rate, this.picked, this.follows);
            }
            requestAnimationFrame(draw);
        };
        requestAnimationFrame(draw);
    }
}

async function begin() {
    const answer = await fetch('/level');
    if (!answer.ok) throw new Error('The server gives no level.');
    const page = new Page(readLevelFile(await answer.arrayBuffer()));
    page.run3d();
    window.lopeSpectate = page; // for the test
}

begin().catch((error) => say(error.message));
