// compare.js - the other run: whose ghosts are whose, and where the two first differ.
import { length, sub } from './math.js';

const fields = [
    ['feet', 1.5e-4, 3], ['velocity', 1.5e-3, 3], ['mode', 0.5, 1], ['floor_body', 0.5, 1], ['floor_walkable', 0.5, 1], ['floor_kind', 0.5, 1],
    ['floor_distance', 2e-5, 1], ['yaw', 2e-4, 1], ['height', 1.5e-4, 1], ['jump_count', 0.5, 1],
];

export function matchGhosts(run) {
    const g = run.ghost;
    if (!g) return;
    g.of = run.names.map((name) => g.names.indexOf(name));
}

// The first tick at which a character of both runs differs by more than the page's columns are coarse: { tick, character, field, by }.
export function firstDifference(run) {
    const g = run.ghost;
    if (!g) return null;
    const known = g.difference; // lope compares to the bit
    if (known) return known;
    for (let tick = g.first; tick <= Math.min(g.first + g.ticks - 1, run.last); tick++) {
        for (let c = 0; c < run.names.length; c++) {
            if (g.of[c] < 0) continue;
            for (const [field, least, parts] of fields) {
                const read = (track, who, t) => Array.from({ length: 3 }, (_, k) => (k < parts ? track.get(field, who, t, k) : 0));
                const by = length(sub(read(run.track, c, tick), read(g, g.of[c], tick - g.first)));
                if (by > least) return { tick, character: c, field };
            }
        }
    }
    return null;
}

export function differenceText(run) {
    if (!run.ghost) return '';
    const d = run.difference;
    const name = run.ghost.label;
    if (!d) return `equal to ${name} at every tick that both have`;
    return `differs from ${name} first at tick ${d.tick} (${run.seconds(d.tick).toFixed(3)} s): ${run.names[d.character]}, ${d.field.replaceAll('_', ' ')}`;
}
