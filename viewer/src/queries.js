// queries.js - what was asked in the tick, in order, with filters by purpose. Pointing at a row shows it alone in 3D.
import { colourOf, isRefusal } from './asked.js';
import { h, fixed, swatch } from './dom.js';
import { isShown, on, set, state } from './store.js';

export class QueryList {
    constructor(run) {
        this.run = run;
        this.chips = h('div.chips');
        this.scroller = h('div.scroller.queries', { tabindex: 0, 'aria-label': 'Queries of the tick' });
        this.detail = h('div.detail');
        this.element = h('div.pane', {}, this.chips, this.scroller, this.detail);
        this.all = [];
        on('hidden query pinned', () => this.draw());
    }
    // list: those of the tick; null when this character's are not in the page.
    update(list) {
        this.all = list || [];
        this.missing = list === null;
        this.draw();
    }
    draw() {
        if (this.missing) {
            const kept = (this.run.head.queries || []).length;
            const why = kept === 0 ? 'This run was made without queries.' : `Queries are kept for ${kept} of ${this.run.names.length} characters, so that the page stays small: ${this.run.head.queries.map((q) => this.run.names[q.character]).slice(0, 8).join(', ')}${kept > 8 ? ', \u2026' : ''}.`;
            this.chips.replaceChildren();
            this.scroller.replaceChildren(h('p.none', {}, why));
            this.detail.replaceChildren();
            return;
        }
        const counts = new Map((this.run.head.purposes || []).map((name) => [name, 0]));
        for (const q of this.all) counts.set(q.purpose, (counts.get(q.purpose) || 0) + 1);
        const probes = this.all.filter((q) => q.verdict === 'probe').length;
        if (probes > 0) counts.set('probe', probes);
        this.chips.replaceChildren(...[...counts].filter(([name, count]) => count > 0 || state.hidden.has(name)).map(([name, count]) =>
            h('button.chip', { 'aria-pressed': String(!state.hidden.has(name)), 'data-purpose': name, onclick: () => this.toggle(name), ondblclick: () => this.only(name) }, name, h('small', {}, String(count)))));
        const shown = this.all.filter(isShown);
        this.scroller.replaceChildren(...(shown.length ? shown.map((q) => this.row(q)) : [h('p.none', {}, this.all.length ? 'All of this tick are filtered out.' : 'Nothing was asked in this tick.')]));
        const pointed = this.all[state.query >= 0 ? state.query : state.pinned];
        this.detail.replaceChildren(...(pointed ? this.details(pointed) : [h('p.none', {}, shown.length ? 'Point at a query to see it alone; click to keep it.' : '')]));
    }
    row(q) {
        const current = q.index === (state.query >= 0 ? state.query : state.pinned);
        return h(`button.row${current ? '.now' : ''}${isRefusal(q) ? '.refusal' : ''}`, {
            'data-query': q.index,
            onpointerenter: () => set({ query: q.index }),
            onpointerleave: () => set({ query: -1 }),
            onclick: () => set({ pinned: state.pinned === q.index ? -1 : q.index }),
        }, h('span.tick', {}, String(q.index + 1)), swatch(colourOf(q)), h('span.purpose', {}, q.purpose), h('span.what', {}, q.verdict),
        h('span.where', {}, q.body >= 0 ? this.run.bodyName(q.body) : ''), h('span.num', {}, q.hit ? `${fixed(q.fraction * 100, 0)} %` : ''));
    }
    details(q) {
        const v = (p, digits = 3) => p.map((x) => fixed(x, digits)).join('  ');
        const lines = [
            ['shape', q.radius > 0 ? `${q.kind}, capsule ${fixed(q.radius, 3)} \u00d7 ${fixed(q.height, 3)} m` : q.kind],
            ['from', v(this.run.filePoint(q.from))],
            ['way', `${v(q.motion)}  (${fixed(Math.hypot(...q.motion), 4)} m)`],
        ];
        if (q.hit) lines.push(['point', v(this.run.filePoint(q.point))], ['normal', v(q.normal)], ['on', `${this.run.bodyName(q.body)}, triangle ${q.triangle}${q.walkable ? ', walkable' : ', not walkable'}`]);
        return [h('dl', {}, ...lines.flatMap(([name, text]) => [h('dt', {}, name), h('dd', {}, text)]))];
    }
    toggle(name) {
        const hidden = new Set(state.hidden);
        if (hidden.has(name)) hidden.delete(name);
        else hidden.add(name);
        set({ hidden, query: -1 });
    }
    only(name) {
        const others = (this.run.head.purposes || []).filter((other) => other !== name);
        const alone = others.every((other) => state.hidden.has(other));
        set({ hidden: new Set(alone ? [] : others), query: -1 });
    }
}
