// spectate.mjs - the browser test of the spectator page: node spectate.mjs LOPE SOURCE_DIR OUT_DIR. Exit status 77: skipped, with the reason.
//
// Starts a server with 8 bots over links of 100 ms, and one player that tells its prediction; watches them with a headless Chromium,
// moves a slider, and comes a second time as a late watcher. Screenshots stay in OUT_DIR/spectate-artefacts.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath, Missing, modules } from './open.mjs';

const [lope, source, out] = process.argv.slice(2);
const artefacts = join(out, 'spectate-artefacts');
const BOTS = 8;
const WAIT = { timeout: 120000 }; // a headless browser beside a busy machine
const LEVEL = 'levels/gym/tour.json';
const launchOptions = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader'];

// Starts a server. Returns { child, address, port, token, ended }.
async function serve() {
    const words = ['serve', LEVEL, '--port', '0', '--address', '127.0.0.1', '--bots', String(BOTS), '--link', 'average', '--spectate', '0', '--tokens', '1', '--json', '--quiet'];
    const child = spawn(lope, words, { cwd: source, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    const ended = new Promise((done) => child.on('exit', () => done(text)));
    await new Promise((done, fail) => {
        child.stdout.on('data', (part) => {
            text += part;
            if (/spectate \S+\n/.test(text)) done();
        });
        child.on('exit', () => fail(new Error(`lope serve ends: ${text}`)));
    });
    return { child, address: text.match(/spectate (\S+)/)[1], port: text.match(/port (\d+)/)[1], token: text.match(/token (\S+)/)[1], ended };
}

// A player over UDP that tells its prediction to the stream.
function joinPlayer(server) {
    const words = ['join', `127.0.0.1:${server.port}`, LEVEL, '--bot', '--token', server.token, '--link', 'good', '--show-prediction'];
    return spawn(lope, words, { cwd: source, stdio: 'ignore' });
}

const frame = (page) => page.evaluate(() => window.lopeSpectate.stream.newest);
const cells = (page) => page.locator('#table tbody tr').evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
const column = async (page, name) => (await page.locator('#table thead th').evaluateAll((heads) => heads.map((head) => head.firstChild.textContent))).indexOf(name);

async function open(page, server) {
    await page.goto(server.address);
    await page.waitForFunction((count) => window.lopeSpectate?.stream.newest?.players.filter((one) => one.predicted).length >= count, BOTS, WAIT);
}

// Capsules of all bots are drawn, with the ghosts beside them.
const drawn = (page) => page.waitForFunction((count) => window.lopeSpectate.view.solid?.numbers.length >= count && window.lopeSpectate.view.ghosts.numbers.length >= count, BOTS, WAIT);

// Each moves, and predictions are ahead of the server.
async function testCapsules(page) {
    await drawn(page);
    const start = await frame(page);
    const farthest = new Map();
    for (let i = 0; i < 100 && [...farthest.values()].filter((way) => way > 0.5).length < BOTS; i++) {
        await page.waitForTimeout(400);
        for (const player of (await frame(page)).players.filter((one) => one.bot)) {
            const from = start.players.find((one) => one.number === player.number);
            if (from) farthest.set(player.number, Math.max(farthest.get(player.number) || 0, Math.hypot(...player.feet.map((x, i) => x - from.feet[i]))));
        }
    }
    const ways = [...farthest.values()];
    assert.equal(ways.length, BOTS);
    assert.ok(ways.every((way) => way > 0.5), `each bot moves: ${ways.map((way) => way.toFixed(1))} m`);
    const apart = start.players.filter((one) => one.predicted).map((one) => Math.hypot(...one.feet.map((x, i) => x - one.predicted.feet[i])));
    assert.ok(Math.max(...apart) > 0.1, 'a predicted pose is away from the server pose');
    assert.ok(Math.max(...apart) < 6, `and not far: ${apart}`);
    assert.equal(await page.locator('#labels span:not([hidden])').count() > 0, true, 'names stand over the capsules');
}

// A row of figures for each, which change; bytes and round trips are those of such links.
async function testFigures(page) {
    await page.waitForFunction((count) => document.querySelectorAll('#table tbody tr').length >= count, BOTS, WAIT);
    const before = await cells(page), trip = await column(page, 'Round trip'), up = await column(page, 'Up'), lead = await column(page, 'Lead');
    await page.waitForTimeout(2500);
    const after = await cells(page);
    for (const row of after.filter(([name]) => name.startsWith('Bot'))) {
        const old = before.find(([name]) => name === row[0]);
        assert.ok(old && row.some((cell, i) => cell !== old[i]), `the figures of ${row[0]} change`);
        assert.ok(Number(row[trip]) > 80 && Number(row[trip]) < 400, `${row[0]}: round trip ${row[trip]} ms over 100 ms`);
        assert.ok(Number(row[up]) > 0.2 && Number(row[up]) < 20, `${row[0]}: up ${row[up]} kB/s`);
        assert.ok(Number(row[lead]) > 3, `${row[0]}: lead ${row[lead]} ticks`);
    }
    assert.match(await page.textContent('#about'), /tick \d+.*players.*kB\/s/);
}

// The slider of one bot's delay: its round trip grows, the others' stay.
async function testSlider(page) {
    await page.locator('#table tbody tr', { hasText: 'Bot 3' }).first().click();
    await page.waitForFunction(() => document.getElementById('who').textContent === 'Bot 3', null, WAIT);
    const before = await frame(page);
    const of = (one, number) => one.players.find((player) => player.number === number);
    await page.locator('#link-delay').fill('80'); // 200 ms of 500
    await page.waitForFunction(() => Math.abs(window.lopeSpectate.stream.newest.players.find((one) => one.number === 2).link.delay - 0.2) < 1e-6, null, WAIT);
    const grew = 0.2; // s; the whole is 0.3, smoothed
    await page.waitForFunction((least) => window.lopeSpectate.stream.newest.players.find((one) => one.number === 2).predicted.roundTrip > least, of(before, 2).predicted.roundTrip + grew, WAIT);
    const after = await frame(page);
    for (const player of after.players.filter((one) => one.bot && one.number !== 2)) {
        assert.ok(player.predicted.roundTrip < of(before, player.number).predicted.roundTrip + 0.1, `the round trip of bot ${player.number + 1} stays`);
        assert.ok(Math.abs(player.link.delay - 0.05) < 1e-6);
    }
    console.log(`delay 50 to 200 ms: round trip ${(1e3 * of(before, 2).predicted.roundTrip).toFixed(0)} to ${(1e3 * of(after, 2).predicted.roundTrip).toFixed(0)} ms`);
    await page.getByRole('button', { name: 'All bots' }).click();
    await page.getByRole('button', { name: 'bad', exact: true }).click();
    await page.waitForFunction(() => window.lopeSpectate.stream.newest.players.filter((one) => one.bot).every((one) => Math.abs(one.link.loss - 0.05) < 1e-6), null, WAIT);
}

// The player over UDP: its prediction is shown, its line cannot be changed.
async function testPlayer(page) {
    await page.waitForFunction(() => window.lopeSpectate.stream.newest.players.some((one) => !one.bot && one.predicted && !Number.isNaN(one.error)), null, WAIT);
    const player = (await frame(page)).players.find((one) => !one.bot);
    assert.equal(player.linked, false);
    await page.locator('#table tbody tr', { hasText: 'Player' }).first().click();
    await page.getByRole('button', { name: `Player ${player.number + 1}` }).click();
    await page.waitForFunction(() => document.getElementById('link-delay').disabled, null, WAIT);
}

async function testPictures(page) {
    const shot = (name) => page.screenshot({ path: join(artefacts, `${name}.png`) });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'average', exact: true }).click();
    await page.getByRole('button', { name: 'All players' }).click();
    await page.waitForTimeout(1500);
    await shot('all');
    await page.locator('#table tbody tr', { hasText: 'Bot 1' }).first().click();
    await page.getByRole('button', { name: 'Follow' }).click();
    await page.waitForFunction(() => {
        const { velocity, height, mode } = window.lopeSpectate.stream.newest.players[0];
        return Math.hypot(velocity[0], velocity[2]) > 4 && height > 1.7 && mode === 1; // it walks upright
    }, null, WAIT);
    await shot('follow');
    await page.getByRole('button', { name: 'Light or dark' }).click();
    await page.waitForTimeout(500);
    await shot('follow_dark');
}

async function main() {
    if (execFileSync(lope, ['serve', '--help']).indexOf('--spectate') < 0) throw new Missing('this lope has no --spectate');
    const { chromium } = modules(join(out, 'page-modules'));
    mkdirSync(artefacts, { recursive: true });
    const profile = mkdtempSync(join(tmpdir(), 'lope-spectate-'));
    const executablePath = chromiumPath(), server = await serve(), player = joinPlayer(server);
    const context = await chromium.launchPersistentContext(profile, { executablePath, headless: true, args: launchOptions, viewport: { width: 900, height: 560 }, colorScheme: 'light' });
    try {
        const page = context.pages()[0], errors = [];
        page.setDefaultTimeout(WAIT.timeout);
        page.on('pageerror', (error) => errors.push(String(error.stack || error)));
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
        for (const step of [open, testCapsules, testFigures, testPlayer, testSlider, testPictures]) {
            const before = Date.now();
            await step(page, server);
            console.log(`${step.name}: ${((Date.now() - before) / 1e3).toFixed(1)} s`);
        }
        const speed = await page.evaluate(() => window.lopeSpectate.stream.speed);
        console.log(`the stream is ${(speed / 1e3).toFixed(1)} kB/s to this page`);
        await open(page, server); // a late watcher
        await drawn(page);
        await page.waitForFunction((count) => document.querySelectorAll('#table tbody tr').length === count, BOTS + 1, WAIT);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
        player.kill('SIGTERM');
        server.child.kill('SIGTERM');
        rmSync(profile, { recursive: true, force: true });
    }
    const told = JSON.parse((await server.ended).split('\n').find((line) => line.startsWith('{')));
    assert.equal(told.came, BOTS + 1);
    console.log(`the page watches; the server and its bots were ${(100 * told.busy).toFixed(1)} % busy`);
}

main().catch((error) => {
    if (!(error instanceof Missing)) {
        console.error(error);
        process.exit(1);
    }
    console.log(`SKIPPED: ${error.message}`);
    process.exit(process.env.LOPE_PAGE_MUST ? 1 : 77);
});
