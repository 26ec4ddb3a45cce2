// tuning.js - the tuning and settings of the picked character, and what the run was.
import { h, fixed } from './dom.js';

export function tuningPane(run, character) {
    const lines = Object.entries(run.tuning(character)).map(([name, value]) => [name.replaceAll('_', ' ').replace('.', ': '), String(Number(value.toPrecision(6))).replace('-', '\u2212')]);
    const about = [
        ['scenario', `${run.head.name} (${run.head.file})`],
        ['ticks', `${run.last} at ${run.rate} a second, ${fixed(run.seconds(run.last), 2)} s`],
        ['level', `${run.level.count} triangles, ${run.head.bodies.filter((b) => b.character === undefined).length} bodies`],
        ['lope', run.head.lope],
    ];
    return h('div.scroller', {}, h('dl.table', {}, ...[...about, ...lines].flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])));
}
