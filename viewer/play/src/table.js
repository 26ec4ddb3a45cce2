// table.js - what the client knows of its line, a row each; renewed four times a second.

const ROWS = [
    ['round trip', (s) => `${(1e3 * s.roundTrip).toFixed(0)} ms`],
    ['jitter', (s) => `${(1e3 * s.jitter).toFixed(0)} ms`],
    ['lead', (s) => `${s.tick - s.heard} ticks`],
    ['digests', (s) => `${s.checks} · ${s.wrong} wrong`, (s) => s.wrong > 0],
    ['replaced', (s) => `${s.replaced} ticks`],
    ['reruns', (s) => `${s.heals} · ${s.reruns} ticks`],
    ['states', (s) => `${s.states}`],
    ['up', (s) => `${s.upRate.toFixed(1)} kbit/s`],
    ['down', (s) => `${s.downRate.toFixed(1)} kbit/s`],
    ['others', (s) => `${s.others}`],
    ['speed', (s) => `${s.speed.toFixed(1)} m/s`],
];
const EVERY = 0.25; // s
const OVER = 2; // s over which bytes are counted

export class Table {
    constructor(list) {
        this.cells = ROWS.map(([name]) => {
            const term = document.createElement('dt'), cell = document.createElement('dd');
            term.textContent = name;
            cell.textContent = '–';
            list.append(term, cell);
            return cell;
        });
        this.next = 0;
        this.past = [];
    }
    show(now, stats) {
        if (now < this.next) return;
        this.next = now + EVERY;
        this.past.push([now, stats.up, stats.down]);
        while (now - this.past[0][0] > OVER) this.past.shift();
        const [then, up, down] = this.past[0], seconds = now - then || 1;
        const all = { ...stats, upRate: (8e-3 * (stats.up - up)) / seconds, downRate: (8e-3 * (stats.down - down)) / seconds };
        ROWS.forEach(([, text, wrong], i) => {
            this.cells[i].textContent = text(all);
            this.cells[i].classList.toggle('wrong', Boolean(wrong?.(all)));
        });
    }
}
