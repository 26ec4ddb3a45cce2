// querylog.js - the queries of one character, unpacked when it is first picked.
import { unpackColumns } from './data.js';
import { add } from './math.js';

export class QueryLog {
    constructor(run, character, bytes, columns) {
        this.run = run;
        this.character = character;
        this.columns = unpackColumns(bytes, columns);
        const counts = this.columns.count.whole;
        this.starts = new Uint32Array(counts.length + 1);
        for (let t = 0; t < counts.length; t++) this.starts[t + 1] = this.starts[t] + counts[t];
    }
    // The queries that led to the row `tick`, with places as of the page.
    at(tick) {
        const list = [];
        if (tick <= 0 || tick >= this.starts.length - 1 + 1) return list;
        const feet = this.run.feet(this.character, tick - 1);
        for (let i = this.starts[tick]; i < this.starts[tick + 1]; i++) list.push(this.one(i, i - this.starts[tick], feet));
        return list;
    }
    one(i, index, feet) {
        const c = this.columns;
        const value = (name, part = 0) => c[name].whole[part * c[name].length + i] * c[name].scale;
        const three = (name) => [value(name, 0), value(name, 1), value(name, 2)];
        const { head } = this.run;
        const bits = value('bits');
        return {
            index,
            purpose: head.purposes[value('purpose')] || '?',
            kind: head.query_kinds[value('kind')] || '?',
            verdict: head.verdicts[value('verdict')] || '?',
            hit: (bits & 1) !== 0,
            walkable: (bits & 2) !== 0,
            time: value('time'),
            fraction: value('fraction'),
            radius: value('radius'),
            height: value('height'),
            from: add(three('from'), feet),
            motion: three('motion'),
            point: add(three('point'), feet),
            normal: three('normal'),
            body: value('body'),
            triangle: value('triangle'),
        };
    }
}

// Promises of logs by character; null for those whose queries are not in the page.
const logs = new Map();
export function readQueries(run, character) {
    if (!logs.has(character)) {
        const kept = (run.head.queries || []).find((one) => one.character === character);
        logs.set(character, kept ? run.readBlock(kept.block).then((bytes) => new QueryLog(run, character, bytes, kept.columns)) : Promise.resolve(null));
    }
    return logs.get(character);
}
