// main.js - reads the run out of the page, makes its parts, and tells them when the tick, the pick or the look has changed.
import { readRun } from './data.js';
import { differenceText, firstDifference, matchGhosts } from './compare.js';
import { $, fixed, h, icon } from './dom.js';
import { makeKeys } from './keys.js';
import { makeLegend } from './legend.js';
import { Player } from './player.js';
import { isRefusal } from './asked.js';
import { readQueries } from './querylog.js';
import { Run } from './run.js';
import { View3d } from './scene3d.js';
import { Side } from './side.js';
import { isShown, on, set, state, toggle } from './store.js';
import { Timeline } from './timeline.js';
import { makeTransport } from './transport.js';
import { explain, refusalText } from './words.js';

const REFUSAL_BACK = 90; // ticks that are looked back for the last refusal

class Page {
    constructor(run) {
        this.run = run;
        this.log = null;
        this.view3d = new View3d($('view'), run);
        this.player = new Player(run);
        this.timeline = new Timeline(run);
        this.side = new Side(run);
        this.events = this.side.events;
        makeTransport(run, this.player, this.events, this.timeline);
        makeKeys(this);
        makeLegend(run);
        this.header();
        this.pointer();
        on('time', () => this.moment());
        on('tick', () => this.tick());
        on('character', () => this.picked());
        on('query pinned hidden shown', () => this.view3d.update());
        on('shown dark', () => this.view3d.paint());
        on('view', () => this.changeView());
        on('theme', () => this.applyTheme());
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applyTheme());
        this.applyTheme();
        this.view3d.paint();
        new ResizeObserver(() => this.view3d.resize()).observe($('stage'));
        this.view3d.afterDraw.push(() => this.labels());
        this.lastView = state.view;
    }
    header() {
        const { head } = this.run;
        document.title = `${head.name} \u2013 lope replay`;
        $('title').textContent = head.name;
        $('about').textContent = this.run.ghost ? differenceText(this.run) : head.about;
        $('about').title = $('about').textContent;
        if (this.run.difference) {
            $('about').classList.add('differs');
            $('about').addEventListener('click', () => this.toDifference());
        }
        const views = [['orbit', 'Orbit', 'Turn round a point (1)'], ['follow', 'Follow', 'Go along with the character (2)'], ['eyes', 'Eyes', 'Through its eyes (3)']];
        if (this.run.control.head.cameras.length > 0) views.push(['camera', 'Camera', 'Through its own camera (4)']);
        const viewButtons = views.map(([view, text, title]) => h('button', { title, 'data-view': view, onclick: () => set({ view }) }, text));
        $('views').append(...viewButtons);
        const drawViews = () => viewButtons.forEach((b) => b.setAttribute('aria-pressed', String(b.dataset.view === state.view)));
        on('view', drawViews);
        drawViews();
        const shown = [['queries', 'Queries (U)'], ['vectors', 'Velocity and input (V)'], ['trails', 'Trails (R)'], ['grid', 'Metre grid (G)']];
        const steers = { camera: 'Its camera: frustum and arm', path: 'The way that it follows, with links', avoid: 'What avoidance chose from' };
        shown.push(...this.run.control.kinds().map((kind) => [kind, steers[kind]]));
        if (this.run.ghost) shown.push(['ghost', 'The other run (H)']);
        const switches = shown.map(([name, title]) => h('button', { title, 'data-shown': name, onclick: () => toggle(name) }, { vectors: 'arrows' }[name] || name));
        $('switches').append(...switches);
        const drawSwitches = () => switches.forEach((b) => b.setAttribute('aria-pressed', String(state.shown[b.dataset.shown])));
        on('shown', drawSwitches);
        drawSwitches();
        $('theme').addEventListener('click', () => this.switchTheme());
    }
    // A click that did not turn the view picks; the pointer names what is under it.
    pointer() {
        const canvas = $('view');
        let down = null;
        canvas.addEventListener('pointerdown', (e) => (down = [e.clientX, e.clientY]));
        canvas.addEventListener('pointerup', (e) => {
            if (!down || Math.hypot(e.clientX - down[0], e.clientY - down[1]) > 4) return;
            const box = canvas.getBoundingClientRect();
            const hit = this.view3d.pick(e.clientX - box.left, e.clientY - box.top);
            if (hit >= 0) set({ character: hit });
        });
        canvas.addEventListener('dblclick', () => this.frame());
    }
    switchTheme() {
        set({ theme: state.dark ? 'light' : 'dark' });
    }
    applyTheme() {
        const dark = state.theme === 'dark' || (state.theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
        document.documentElement.dataset.theme = dark ? 'dark' : 'light';
        $('theme').replaceChildren(icon(dark ? 'sun' : 'moon'));
        set({ dark });
    }
    changeView() {
        const { camera } = this.view3d;
        if (['eyes', 'camera'].includes(this.lastView) && !['eyes', 'camera'].includes(state.view)) camera.leave(this.lastView);
        if (state.view === 'orbit') camera.leave(this.lastView);
        if (state.view === 'follow' && this.lastView !== 'follow') this.frame();
        this.lastView = state.view;
        this.view3d.update();
    }
    frame() {
        if (this.run.track.characters === 0) return;
        const pose = this.view3d.pose();
        const middle = pose.feet.map((x, i) => x + pose.up[i] * pose.height * 0.55);
        this.view3d.camera.frame(middle, Math.max(4.4, pose.height * 2.8), pose.yaw + 0.55, 0.42);
    }
    overview() {
        const box = this.bounds();
        set({ view: 'orbit' });
        this.view3d.camera.frame(box.middle, box.size * 1.2, 0.4, 0.75);
    }
    bounds() {
        const { corners } = this.run.level;
        const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
        for (let i = 0; i < corners.length; i++) {
            if (corners[i] < low[i % 3]) low[i % 3] = corners[i];
            if (corners[i] > high[i % 3]) high[i % 3] = corners[i];
        }
        const size = low.map((x, i) => high[i] - x);
        return { middle: low.map((x, i) => x + size[i] / 2), size: Math.max(...size, 5) };
    }
    toDifference() {
        const d = this.run.difference;
        if (!d) return;
        set({ playing: false });
        set({ character: d.character });
        set({ time: d.tick });
        this.timeline.show(d.tick - 60, d.tick + 60);
        this.frame();
    }
    pointQuery(way) {
        this.side.show('queries');
        const shown = this.view3d.queries.filter(isShown);
        if (shown.length === 0) return;
        const at = shown.findIndex((q) => q.index === state.pinned);
        set({ pinned: shown[(at + way + shown.length) % shown.length].index });
    }
    async picked() {
        const character = state.character;
        if (state.view === 'camera' && !this.run.control.hasCamera(character)) set({ view: 'follow' });
        this.log = undefined;
        this.tick(); // the panels show the new character at once; its queries follow when they are read
        const log = await readQueries(this.run, character);
        if (state.character !== character) return;
        this.log = log;
        this.view3d.paint();
        this.tick();
        this.moment();
    }
    moment() {
        this.timeline.drawCursor();
        this.view3d.update();
    }
    tick() {
        set({ query: -1, pinned: -1 });
        const queries = this.log ? this.log.at(state.tick) : null;
        this.view3d.queries = queries || [];
        this.side.update(queries);
        this.explain(queries);
    }
    // The last refusal of a step, looked for a little way back.
    refusal(queries) {
        if (!this.log) return null;
        for (let t = state.tick; t > Math.max(0, state.tick - REFUSAL_BACK); t--) {
            const list = t === state.tick ? queries : this.log.at(t);
            if (!list.some(isRefusal)) continue;
            const text = refusalText(this.run, state.character, t, list);
            if (text) return { text, tick: t };
        }
        return null;
    }
    explain(queries) {
        if (this.run.track.characters === 0) return;
        const parts = explain(this.run, state.character, state.tick, this.refusal(queries || []));
        $('explain').replaceChildren(...parts.map(([kind, text]) => h(kind ? `span.${kind}` : 'span', {}, text)));
    }
    labels() {
        const holder = $('labels');
        const names = [];
        if (state.shown.names && this.run.track.characters > 0) {
            for (let i = 0; i < this.run.names.length && names.length < 40; i++) {
                const pose = this.run.pose(this.run.track, i, state.time);
                const at = this.view3d.project(pose.feet.map((x, k) => x + pose.up[k] * (pose.height + 0.2)));
                if (at) names.push(h('span', { style: `transform:translate(${at.x.toFixed(1)}px,${at.y.toFixed(1)}px) translate(-50%,-100%)` }, this.run.names[i]));
            }
        }
        for (const { at, text, kind } of this.view3d.control.labels) {
            const place = this.view3d.project(at);
            if (place) names.push(h(`span.steering.${kind}`, { style: `transform:translate(${place.x.toFixed(1)}px,${place.y.toFixed(1)}px) translate(-50%,-100%)` }, text));
        }
        holder.replaceChildren(...names);
    }
}

// How long a part of opening took: for performance.getEntriesByType('measure').
async function timed(name, work) {
    const start = performance.now();
    const result = await work();
    performance.measure(`lope: ${name}`, { start });
    return result;
}

// What only goes along with other events, or is how a run begins.
const QUIET = new Set(['mode', 'base', 'footstep']);

// The first thing that happened behind the first tick, which tells how the characters began.
function firstHappening(run) {
    return run.events.all.find((e) => e.tick > 1 && !QUIET.has(e.kind));
}

async function open() {
    const run = new Run(await timed('read', readRun));
    matchGhosts(run);
    run.difference = firstDifference(run);
    const page = await timed('build', () => new Page(run));
    page.view3d.resize();
    const first = firstHappening(run);
    if (first) {
        set({ character: first.character });
        set({ time: first.tick });
    }
    if (run.track.characters > 0) page.frame();
    else page.overview();
    await timed('queries', () => page.picked());
    page.timeline.resize();
    await timed('frame', () => page.view3d.release());
    $('loading').remove();
    const seconds = performance.now() / 1000;
    document.documentElement.dataset.ready = fixed(seconds, 3);
    setTimeout(() => { page.view3d.level.drawEdges(); page.view3d.invalidate(); document.documentElement.dataset.edges = 'drawn'; }, 30);
    window.lopeTest = { page, run, state, set, seconds, project: (point) => page.view3d.project(point), feet: (c, t) => run.feet(c, t) };
}

open().catch((error) => {
    console.error(error);
    $('loading').replaceChildren(h('b', {}, 'The run cannot be shown. '), String(error.message || error));
    $('loading').classList.add('failed');
});
