// play.mjs - the browser test of the page that plays: node play.mjs LOPE SOURCE_DIR OUT_DIR. Exit status 77: skipped, with the reason.
//
// Makes the page, starts a server with bots, joins with a headless Chromium, and walks, turns and jumps by keyboard and mouse.
// Screenshots stay in OUT_DIR/play-artefacts.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath, Missing, modules } from './open.mjs';

const [lope, source, out] = process.argv.slice(2);
const artefacts = join(out, 'play-artefacts');
const BOTS = 5;
const WAIT = { timeout: 60000 }; // a headless browser beside a busy machine
const launchOptions = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader'];

function makePage() {
    const needs = ['/usr/bin/clang', '/usr/bin/wasm-ld', '/usr/lib/wasm32-wasi/libc.a', '/usr/include/cjson/cJSON.h'];
    const missing = needs.find((file) => !existsSync(file));
    if (missing) throw new Missing(`there is no ${missing} (Debian: apt-get install clang lld wasi-libc libclang-rt-14-dev-wasm32 libcjson-dev)`);
    if (execFileSync(lope, ['serve', '--help']).indexOf('--page') < 0) throw new Missing('this lope gives no pages');
    return join(source, execFileSync(join(source, 'scripts/play_page.sh'), { stdio: ['ignore', 'pipe', 'inherit'] }).toString().trim());
}

// Starts a server. Returns { child, address, tokens, ended }.
async function serve(page, level) {
    const words = ['serve', level, '--port', '0', '--websocket', '0', '--address', '127.0.0.1', '--bots', String(BOTS), '--page', page, '--spectate', '0', '--tokens', '2', '--json', '--quiet'];
    const child = spawn(lope, words, { cwd: source, stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    const ended = new Promise((done) => child.on('exit', () => done(text)));
    await new Promise((done, fail) => {
        child.stdout.on('data', (part) => {
            text += part;
            if (/(token .*\n){2}/.test(text) && /spectate \S+\n/.test(text)) done();
        });
        child.on('exit', () => fail(new Error(`lope serve ends: ${text}`)));
    });
    return { child, address: text.match(/page (\S+)#/)[1], spectate: text.match(/spectate (\S+)/)[1], tokens: [...text.matchAll(/token (\S+)/g)].map((match) => match[1]), ended };
}

const look = (page) => page.evaluate(() => ({ stats: window.lopePlay.stats, own: window.lopePlay.client.own(), ghost: window.lopePlay.client.ghost(), others: window.lopePlay.client.others().length }));

async function hold(page, keys, seconds) {
    for (const key of keys) await page.keyboard.down(key);
    await page.waitForTimeout(1e3 * seconds);
    for (const key of keys) await page.keyboard.up(key);
}

async function testWalking(page, address, token) {
    await page.goto(`${address}?show-prediction#${token}`);
    await page.waitForFunction(() => window.lopePlay?.client.own(), null, WAIT);
    const start = (await look(page)).own;
    await hold(page, ['KeyW'], 2);
    await page.mouse.move(640, 400);
    await page.mouse.down();
    await page.mouse.move(400, 380, { steps: 12 });
    await page.mouse.up();
    await page.keyboard.down('KeyW');
    await page.waitForTimeout(1200);
    await page.keyboard.press('Space', { delay: 60 });
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(artefacts, 'walking.png') });
    const walking = await look(page);
    await page.keyboard.up('KeyW');
    await page.waitForFunction((walked) => window.lopePlay.client.own().speed === 0 && window.lopePlay.stats.checks > 30, null, WAIT);
    await page.waitForTimeout(1000);
    const end = await look(page);
    const apart = Math.hypot(...end.own.feet.map((x, i) => x - end.ghost.feet[i]));
    const moved = Math.hypot(...end.own.feet.map((x, i) => x - start.feet[i]));
    console.log(`walked ${end.own.walked.toFixed(1)} m, ${end.stats.checks} digests, ${end.stats.wrong} wrong, ${end.stats.states} states, ` +
        `${end.stats.heals} corrections, round trip ${(1e3 * end.stats.roundTrip).toFixed(0)} ms, ${end.others} others`);
    assert.equal(end.stats.wrong, 0, 'digests are equal');
    assert.ok(end.stats.checks > 30, `${end.stats.checks} digests`);
    assert.ok(end.own.walked > 8 && moved > 2, `walked ${end.own.walked} m, ${moved} m from the start`);
    assert.ok(walking.own.speed > 1, `it goes at ${walking.own.speed} m/s`);
    assert.ok(Math.abs(walking.own.yaw - start.yaw) > 0.2, 'the mouse turns it');
    assert.ok(end.stats.agreed > end.stats.heard - 120, 'it agrees with the server');
    assert.ok(apart < 1e-6, `the server has it ${apart} m from where it stands`);
    assert.equal(end.others, BOTS);
    const rows = await page.locator('#table dd').allTextContents();
    assert.match(rows[3], /^\d+ · 0 wrong$/);
    assert.equal(await page.textContent('#notice'), '');
    await page.screenshot({ path: join(artefacts, 'standing.png') });
}

// Those that watch the server see the player with what its page predicts.
async function testWatchers(page, address) {
    await page.goto(address);
    await page.waitForFunction(() => window.lopeSpectate?.stream.newest?.players.some((one) => !one.bot && one.predicted), null, WAIT);
    const player = await page.evaluate(() => window.lopeSpectate.stream.newest.players.find((one) => !one.bot));
    const apart = Math.hypot(...player.feet.map((x, i) => x - player.predicted.feet[i]));
    console.log(`a watcher sees the player's prediction, ${apart.toFixed(3)} m from the server pose`);
    assert.ok(apart < 0.01, `a player that stands is predicted where it stands: ${apart} m off`);
    await page.close();
}

// A page without a right token says what to do.
async function testRefusals(page, address, used) {
    await page.goto(`${address}?anew#${used}`);
    await page.waitForFunction(() => /did not let/.test(document.getElementById('notice').textContent), null, WAIT);
    await page.screenshot({ path: join(artefacts, 'refused.png') });
    await page.goto(`${address}?none`);
    await page.waitForFunction(() => /no token/.test(document.getElementById('notice').textContent), null, WAIT);
}

async function main() {
    const { chromium } = modules(join(out, 'page-modules'));
    mkdirSync(artefacts, { recursive: true });
    const file = makePage(), profile = mkdtempSync(join(tmpdir(), 'lope-play-'));
    const server = await serve(file, 'levels/gym/tour.json');
    const context = await chromium.launchPersistentContext(profile, { executablePath: chromiumPath(), headless: true, args: launchOptions, viewport: { width: 960, height: 600 }, colorScheme: 'light' });
    try {
        const page = context.pages()[0], errors = [];
        page.on('pageerror', (error) => errors.push(String(error.stack || error)));
        await testWalking(page, server.address, server.tokens[0]);
        await testWatchers(await context.newPage(), server.spectate);
        await testRefusals(page, server.address, server.tokens[0]);
        assert.deepEqual(errors, []);
    } finally {
        await context.close();
        server.child.kill('SIGTERM');
        rmSync(profile, { recursive: true, force: true });
    }
    const told = JSON.parse((await server.ended).split('\n').find((line) => line.startsWith('{')));
    const player = told.players.find((one) => !one.bot);
    assert.equal(told.came, BOTS + 1);
    assert.equal(told.refused, 1);
    assert.equal(player.why, 'it left');
    console.log(`the page plays; the server was ${(100 * told.busy).toFixed(1)} % busy`);
}

main().catch((error) => {
    if (!(error instanceof Missing)) {
        console.error(error);
        process.exit(1);
    }
    console.log(`SKIPPED: ${error.message}`);
    process.exit(process.env.LOPE_PAGE_MUST ? 1 : 77);
});
