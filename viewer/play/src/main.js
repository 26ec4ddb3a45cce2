// main.js - the page that plays: fetches the level, joins with the token behind the address, and runs a frame at a time.
import { Client } from './client.js';
import { Hand } from './hand.js';
import { Line } from './line.js';
import { Table } from './table.js';
import { View } from './view.js';

const SHOWS = new URLSearchParams(location.search).has('show-prediction'); // to those that watch the server
const STEP = 8; // ms between two looks at the line, however slowly the page is drawn

const notice = document.getElementById('notice');
const say = (text) => (notice.textContent = text);
const clock = () => performance.now() / 1e3;

class Page {
    constructor(client, token) {
        this.client = client;
        this.hand = new Hand(document.getElementById('view'));
        this.view = new View(document.getElementById('view'), client);
        this.table = new Table(document.getElementById('table'));
        this.before = clock();
        const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/`;
        say('Joining …');
        this.line = new Line(url, token, {
            opened: () => say(''),
            packet: (bytes) => client.receive(bytes, clock()),
            closed: (why) => say(`No longer playing: ${why}.`),
        });
    }
    // Predicts the ticks that are due, and sends.
    step() {
        const now = clock(), { client } = this;
        if (this.line.open) {
            if (client.advance(now, this.hand.wish()) > 0) this.hand.used();
            const packet = client.packet(now);
            if (packet) this.line.send(packet);
            const prediction = packet && SHOWS && client.prediction();
            if (prediction) this.line.send(prediction);
        }
        this.stats = client.stats();
        if (this.stats.mismatch) say('The server plays another level, or by other rules: load the page again.');
    }
    draw() {
        const now = clock(), seconds = Math.min(now - this.before, 0.25);
        this.before = now;
        this.step();
        const others = this.view.draw(this.hand, this.stats, seconds);
        this.table.show(now, { ...this.stats, others, speed: this.client.own()?.speed || 0 });
    }
    run() {
        const draw = () => {
            this.draw();
            requestAnimationFrame(draw);
        };
        requestAnimationFrame(draw);
        // A worker's clock goes on where frames are slow or the page is hidden. It waits for each answer, so that a page
        // that is slow has no heap of ticks before the server's packets.
        const ticker = new Worker(URL.createObjectURL(new Blob([`onmessage = () => setTimeout(() => postMessage(0), ${STEP})`])));
        ticker.onmessage = () => {
            this.step();
            ticker.postMessage(0);
        };
        ticker.postMessage(0);
    }
}

async function begin() {
    const token = location.hash.slice(1);
    if (!token) throw new Error('The address has no token behind its #. Take the one that lope serve prints.');
    const answer = await fetch('/level.pack');
    if (!answer.ok) throw new Error('The server gives no level.');
    const client = await Client.open(new Uint8Array(await answer.arrayBuffer()));
    const page = new Page(client, token);
    document.getElementById('level').textContent = client.levelName();
    page.run();
    window.lopePlay = page; // for the test
}

begin().catch((error) => say(error.message));
