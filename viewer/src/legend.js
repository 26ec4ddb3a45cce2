// legend.js - what the colours mean. Made of colours.js, so that it cannot lie.
import { ghost, level, modeColour, query, steering, vectors } from './colours.js';
import { $, h, swatch } from './dom.js';
import { on, state } from './store.js';

const words = {
    sweep: 'swept, nothing met', blocked: 'blocked', penetrating: 'penetrating', walkable: 'walkable floor', unwalkable: 'unwalkable', step: 'step attempt', refused: 'step refused',
};

export function makeLegend(run) {
    const holder = $('legend');
    const item = (colour, text, round = false) => h(`span.item${round ? '.round' : ''}`, {}, swatch(colour), text);
    const draw = () => {
        const p = level[state.dark ? 'dark' : 'light'];
        const used = run.head.modes.filter((name) => name !== 'none');
        const groups = [
            ['character', used.map((name) => item(modeColour(name), name))],
            ['arrows', [item(vectors.velocity, 'velocity'), item(vectors.input, 'input')]],
            ['level', [item(p.flat, 'walkable'), item(p.slope, 'walkable slope'), item(p.steep, 'too steep'), item(p.wall, 'wall')]],
            ['queries', Object.entries(query).filter(([name]) => name !== 'refused').map(([name, colour]) => item(colour, words[name])).concat(item(query.refused, words.refused))],
        ];
        const kinds = run.control.kinds();
        if (kinds.includes('camera')) groups.push(['camera', [item(steering.camera, 'frustum, arm'), item(steering.arm, 'pivot to hand'), item(steering.blocked, 'something in the way')]]);
        if (kinds.includes('path')) groups.push(['way', [item(steering.path, 'walked'), item(steering.link, 'link'), item(steering.next, 'next point'), item(steering.passed, 'passed')]]);
        if (kinds.includes('avoid')) groups.push(['avoidance', [item(steering.wanted, 'wanted velocity'), item(steering.chosen, 'chosen'), item(steering.agent, 'forbidden by an agent'), item(steering.wall, 'by a wall or edge'), item(steering.slack, 'of no consequence')]]);
        if (run.ghost) groups.push(['other run', [item(ghost, run.ghost.label)]]);
        const open = holder.querySelector('details')?.open ?? window.innerWidth > 1500;
        holder.replaceChildren(h('details', { open }, h('summary', {}, 'Legend'), ...groups.map(([name, items]) => h('div.line', {}, h('b', {}, name), ...items))));
    };
    on('dark', draw);
    draw();
}
