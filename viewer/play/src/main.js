// main.js - the page that plays: fetches the level, joins with the token behind the address, and runs a frame at a time.
import { Client } from './client.js';
import { Hand } from './hand.js';
import { Line } from './line.js';
import { Table } from './table.js';
import { View } from './view.js';

const HIDDEN = 100; // ms between frames while the page is not seen: the server parts from who is silent

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
    frame() {
        const now = clock(), seconds = Math.min(now - this.before, 0.25), { client } = this;
        this.before = now;
        if (this.line.open) {
            if (client.advance(now, this.hand.wish()) > 0) this.hand.used();
            const packet = client.packet(now);
            if (packet) this.line.send(packet);
        }
        this.stats = client.stats();
        if (this.stats.mismatch) say('The server plays another level, or by other rules: load the page again.');
        if (document.hidden) return;
        const others = this.view.draw(this.hand, this.stats, seconds);
        this.table.show(now, { ...this.stats, others, speed: client.own()?.speed || 0 });
    }
    run() {
        const draw = () => {
            this.frame();
            requestAnimationFrame(draw);
        };
        requestAnimationFrame(draw);
        setInterval(() => document.hidden && this.frame(), HIDDEN);
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
