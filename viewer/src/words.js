// words.js - what happened and why, in words: events, refusals, and the one line that explains the state at the cursor.
import { fixed } from './dom.js';
import { clamp, degrees, dot, sub, unit } from './math.js';
import { isRefusal } from './asked.js';

const metres = (m) => (Math.abs(m) < 0.0995 ? `${fixed(m * 100, 1)} cm` : `${fixed(m, 2)} m`);

export function eventText(run, e) {
    const on = (body) => (body >= 0 ? run.bodyName(body) : 'nothing');
    switch (e.kind) {
        case 'mode': return `${run.head.modes[e.from]} \u2192 ${run.head.modes[e.to]}`;
        case 'jump': return e.to > 1 ? `jump number ${e.to}` : 'jump';
        case 'apex': return `apex, ${metres(e.value)} above the start`;
        case 'land': return `landed at ${fixed(e.value, 2)} m/s on ${on(e.body)}`;
        case 'hit': return `hit ${on(e.body)}${e.walkable ? ', walkable there' : ''}`;
        case 'step_up': return `stepped up ${metres(e.value)}`;
        case 'base': return `base ${on(e.bodyFrom)} \u2192 ${on(e.body)}`;
        case 'walk_off': return 'walked off an edge';
        case 'touch': return `touched ${on(e.body)}`;
        case 'crush': return `crushed by ${on(e.body)}`;
        case 'ability': return `${e.name} starts`;
        case 'ability_phase': return `${e.name}, phase ${e.to}`;
        case 'ability_end': return `${e.name} ends: ${e.why}`;
        case 'refuse': return `${e.name} refused: ${e.why}${e.place ? `, at ${e.place.map((x) => fixed(x, 2)).join('  ')}` : ''}`;
        case 'stuck': return `stuck, ${metres(e.value)} deep`;
        case 'link': return `takes a link: ${run.control.linkName(e.to)}`;
        case 'arrive': return 'arrived';
        case 'lock_on': return e.from > 0 ? `lock on ${on(e.body)} ends` : `locks on to ${on(e.body)}`;
        default: return e.kind.replace('_', ' ');
    }
}

// Events that explain; the others only accompany them.
const causes = ['jump', 'land', 'hit', 'step_up', 'walk_off', 'crush', 'stuck', 'teleport', 'apex'];

function ago(run, tick, then) {
    const s = run.seconds(tick - then);
    return s < 0.0005 ? 'in this tick' : `${fixed(s, 2)} s ago`;
}

// What of the tick's queries was refused and by how much, as text; '' for none.
export function refusalText(run, character, tick, list) {
    const q = list.find((one) => one.purpose.startsWith('step') && isRefusal(one)) || list.find(isRefusal);
    if (!q) return '';
    const what = q.purpose.startsWith('step') ? 'step refused' : `${q.purpose} refused`;
    const on = q.body >= 0 ? ` (${run.bodyName(q.body)})` : '';
    const up = run.up(character, tick), tuning = run.tuning(character);
    if (q.verdict === 'too high' && q.hit) {
        const rise = dot(sub(q.point, run.feet(character, Math.max(tick - 1, 0))), up);
        if (rise > tuning.max_step_height) return `${what}: ${metres(rise)} is too high, limit ${metres(tuning.max_step_height)}${on}`;
    }
    if (q.verdict === 'not walkable' && q.hit) {
        const angle = degrees(Math.acos(clamp(dot(unit(q.normal), up), -1, 1))), limit = degrees(tuning.walkable_floor_angle);
        if (angle > limit) return `${what}: ${fixed(angle, 1)}\u00b0 is too steep, limit ${fixed(limit, 1)}\u00b0${on}`;
    }
    return `${what}: ${q.verdict}${on}`;
}

// { parts: [[class, text], ...] } for the line over the 3D view.
export function explain(run, character, tick, refusal) {
    const mode = run.mode(character, tick);
    const speed = run.speeds(character, tick);
    const floor = run.floor(character, tick);
    const limit = degrees(run.tuning(character).walkable_floor_angle);
    const standing = run.walks(character, tick) && speed.all < 0.01;
    const parts = [['mode', standing ? 'standing' : mode], ['speed', `${fixed(speed.level, 2)} m/s`]];
    if (Math.abs(speed.rise) > 0.05) parts.push(['', `${speed.rise > 0 ? 'up' : 'down'} ${fixed(Math.abs(speed.rise), 2)} m/s`]);
    if (run.walks(character, tick) && floor) {
        const kind = { rim: ' past a rim', wedge: ' in a wedge' }[floor.kind] || '';
        parts.push(['', `on ${floor.name}${kind}, ${fixed(clamp(floor.angle, 0, 180), 1)}\u00b0 of ${fixed(limit, 1)}\u00b0`]);
    } else if (floor) {
        parts.push(['', `${fixed(floor.distance, 2)} m above ${floor.name}${floor.walkable ? '' : ', too steep to stand'}`]);
    } else {
        parts.push(['', 'no floor within reach']);
    }
    const event = run.lastEvent(character, tick, causes);
    if (event) parts.push(['last', `${eventText(run, event)}, ${ago(run, tick, event.tick)}`]);
    if (refusal && refusal.text) parts.push(['refused', `${refusal.text}, ${ago(run, tick, refusal.tick)}`]);
    return parts;
}
