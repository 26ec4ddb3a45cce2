// page.mjs - the browser test of the replay page: node page.mjs LOPE SOURCE_DIR OUT_DIR OWN_MODES. Exit status 77: skipped, with the reason.
//
// Opens the tour's page and a page of a hundred characters for a minute, and uses them as somebody would. What is drawn is compared with
// the trace that lope wrote of the same run. Screenshots stay in OUT_DIR/page-artefacts.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { Missing, modules, set, withPage } from './open.mjs';

const [lope, source, out, ownModes] = process.argv.slice(2);
const artefacts = join(out, 'page-artefacts');
const HANGS = 10; // s, until level and trace are drawn; three is usual, also on a busy machine
const LARGEST = 40e6; // bytes

const run = (...args) => execFileSync(lope, ['run', ...args, '--quiet'], { stdio: ['ignore', 'pipe', 'pipe'] });
const shot = (page, name, options = {}) => page.screenshot({ path: join(artefacts, `${name}.png`), ...options });

// A lope without Recast refuses goals.
function hasNavigation(program) {
    const file = join(artefacts, 'navigation.json');
    writeFileSync(file, JSON.stringify({ lope: 1, duration: 0.1, navigation: {}, level: [{ box: [4, 1, 4], position: [0, -0.5, 0] }], characters: [{}] }));
    try {
        execFileSync(program, ['run', file, '--quiet'], { stdio: ['ignore', 'pipe', 'pipe'] });
        return true;
    } catch {
        return false;
    }
}

function makePages() {
    const tour = join(source, 'levels/gym/tour.json');
    const files = { tour: join(artefacts, 'tour.html'), trace: join(artefacts, 'tour.csv'), crowd: join(artefacts, 'crowd.html'), compared: join(artefacts, 'compared.html') };
    const recording = join(artefacts, 'before.rec');
    run(tour, '--replay', files.tour, '--trace', files.trace);
    if (!execFileSync(lope, ['--help']).includes('--record')) files.compared = null; // a lope that cannot record
    else run(tour, '--record', recording);
    // The same run after a change: lower steps. It goes another way from the first kerb on that is too high now.
    const changed = JSON.parse(readFileSync(tour, 'utf8'));
    changed.level[0].mesh = join(source, 'levels/gym/gym.obj');
    changed.characters[0].tuning = { ...changed.characters[0].tuning, max_step_height: 0.3 };
    writeFileSync(join(artefacts, 'changed.json'), JSON.stringify(changed));
    if (files.compared) run(join(artefacts, 'changed.json'), '--replay', files.compared, '--against', recording);
    const crowd = {
        lope: 1, name: 'a hundred', duration: 60, level: [{ name: 'gym', mesh: join(source, 'levels/gym/gym.obj') }],
        characters: [{ name: 'one', feet: [-20, 0.01, -22], count: 100, spacing: 4.6, input: [{ t: 0, random: { seed: 7, every: 1, jump: 0.2, move: true } }] }],
    };
    writeFileSync(join(artefacts, 'crowd.json'), JSON.stringify(crowd));
    run(join(artefacts, 'crowd.json'), '--replay', files.crowd);
    for (const name of ['cameras', 'crowd_avoids']) {
        files[name] = join(artefacts, `${name}.html`);
        files[`${name}Rows`] = join(artefacts, `${name}.csv`);
        run(join(source, `levels/zoo/${name}.json`), '--replay', files[name], '--cameras', files[`${name}Rows`]);
    }
    files.goals = join(artefacts, 'goals.html');
    if (hasNavigation(lope)) run(join(source, 'tests/scene/goals.json'), '--replay', files.goals);
    else files.goals = null;
    files.mantle = join(artefacts, 'mantle.html');
    run(join(source, 'levels/zoo/mantle.json'), '--replay', files.mantle);
    Object.assign(files, makeOpening());
    execFileSync(ownModes, [artefacts], { stdio: ['ignore', 'pipe', 'inherit'] });
    files.ownModes = join(artefacts, 'own_modes.html');
    return files;
}

// Somebody who stands and looks on, and one who walks into a crate; and two who stand.
function makeOpening() {
    const level = [{ name: 'floor', box: [20, 1, 20], position: [0, -0.5, 0] }, { name: 'crate', box: [0.62, 0.62, 0.62], position: [3, 0.31, 0] }];
    const idle = { name: 'onlooker', feet: [0, 0, 4], input: [] };
    const walker = { name: 'walker', feet: [0, 0, 0], input: [{ t: 0.5, move: [1, 0, 0] }] };
    const files = { crate: join(artefacts, 'crate.html'), crateEvents: join(artefacts, 'crate.ndjson'), nothing: join(artefacts, 'nothing.html') };
    writeFileSync(join(artefacts, 'crate.json'), JSON.stringify({ lope: 1, duration: 2, level, characters: [idle, walker] }));
    writeFileSync(join(artefacts, 'nothing.json'), JSON.stringify({ lope: 1, duration: 1, level, characters: [idle] }));
    run(join(artefacts, 'crate.json'), '--replay', files.crate, '--events', files.crateEvents);
    run(join(artefacts, 'nothing.json'), '--replay', files.nothing);
    return files;
}

function readTrace(file) {
    const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\n').map((line) => line.split(','));
    return rows.map((row) => Object.fromEntries(row.map((value, i) => [head[i], value])));
}

// Where things of the trace should be on the screen, and what colour is there.
class Screen {
    constructor(page, PNG) {
        Object.assign(this, { page, PNG });
    }
    async take() {
        this.png = this.PNG.sync.read(await this.page.screenshot());
        this.box = await this.page.evaluate(() => document.getElementById('view').getBoundingClientRect().toJSON());
    }
    // `point` as in the trace. The page's own camera says where that is.
    async at(point) {
        const place = await this.page.evaluate((p) => {
            const { run, project } = window.lopeTest;
            return project(p.map((x, i) => x - run.head.origin[i]));
        }, point);
        assert.ok(place, `${point} is behind the eye`);
        return [Math.round(this.box.x + place.x), Math.round(this.box.y + place.y)];
    }
    pixel([x, y]) {
        const i = 4 * (y * this.png.width + x);
        return [...this.png.data.subarray(i, i + 3)];
    }
}

const isBlue = ([r, g, b]) => b > r + 50 && b > g + 15;
const isYellow = ([r, g, b]) => r > b + 50 && g > b + 30;
const isGrey = ([r, g, b]) => Math.max(r, g, b) - Math.min(r, g, b) < 30;

// Prints the seconds. The limit only tells a page that hangs: a time is no test where the machine may be
// busy.
function checkOpening(file, name, seconds) {
    const { size } = statSync(file);
    console.log(`${name}: opened in ${seconds} s, ${(size / 1e6).toFixed(2)} MB (load ${loadavg()[0].toFixed(1)} on ${cpus().length} processors)`);
    assert.ok(seconds < HANGS, `${name} opened in ${seconds} s, expected at most ${HANGS} s`);
    assert.ok(size < LARGEST, `${name} has ${size} bytes`);
}

async function lookAt(page, point, distance, tilt) {
    await page.evaluate(([p, d, t]) => {
        const { page: own, run } = window.lopeTest;
        own.view3d.camera.frame(p.map((x, i) => x - run.head.origin[i]), d, 0, t);
        own.view3d.draw();
    }, [point, distance, tilt]);
}

async function checkPixels(screen, trace, tick) {
    const { page } = screen;
    await set(page, { view: 'orbit', time: tick, shown: { queries: false, trails: false, grid: false, ghost: false, vectors: false, names: false } });
    const row = trace[tick];
    const feet = [Number(row.x), Number(row.y), Number(row.z)];
    await lookAt(page, feet, 6, 1.4); // from so high that no wall is in the way
    await screen.take();
    const middle = await screen.at([feet[0], feet[1] + Number(row.height) * 0.5, feet[2]]);
    const colour = screen.pixel(middle);
    assert.ok(row.mode === 'falling' ? isYellow(colour) : isBlue(colour), `tick ${tick}: a ${row.mode} capsule at ${middle}, found rgb ${colour}`);
    // Beside it, at its height, is no capsule.
    const beside = screen.pixel(await screen.at([feet[0] + 1.2, feet[1] + 0.9, feet[2] + 1.2]));
    assert.ok(!isBlue(beside) && !isYellow(beside), `tick ${tick}: nothing of the capsule 1.7 m beside it, found rgb ${beside}`);
    return { feet, colour };
}

async function testLevel(screen, trace) {
    const { page } = screen;
    // From high above, the floor of the gym is drawn and the sky is not: floor left and right of the character, grey and not the sky.
    await set(page, { view: 'orbit', time: 300 });
    const feet = ['x', 'y', 'z'].map((k) => Number(trace[300][k]));
    await lookAt(page, feet, 14, 1.2);
    await screen.take();
    const sky = await page.evaluate(() => window.lopeTest.page.view3d.scene.background.clone().convertLinearToSRGB().toArray().map((x) => Math.round(x * 255)));
    for (const [dx, dz] of [[0, 2.5], [1, -2.5], [-3, 3]]) {
        const colour = screen.pixel(await screen.at([feet[0] + dx, 0, feet[2] + dz]));
        assert.ok(isGrey(colour), `floor is grey, found rgb ${colour}`);
        assert.ok(Math.abs(colour[0] - sky[0]) + Math.abs(colour[1] - sky[1]) + Math.abs(colour[2] - sky[2]) > 12, `floor is not sky, found rgb ${colour}`);
    }
}

async function testPlaying(page) {
    await set(page, { time: 0, view: 'follow', speed: 4 });
    await page.keyboard.press('Space');
    await page.waitForFunction(() => window.lopeTest.state.tick > 20, null, { timeout: 20000 });
    await page.keyboard.press('Space');
    assert.equal(await page.evaluate(() => window.lopeTest.state.playing), false);
    const tick = await page.evaluate(() => window.lopeTest.state.tick);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await page.evaluate(() => window.lopeTest.state.tick), tick + 1);
    await page.keyboard.press('End');
    assert.equal(await page.evaluate(() => window.lopeTest.state.tick), await page.evaluate(() => window.lopeTest.run.last));
    await page.keyboard.press('Home');
    // Dragging over the timeline scrubs.
    const box = await page.locator('#cursor').boundingBox();
    await page.mouse.move(box.x + 200, box.y + 120);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 120, { steps: 4 });
    await page.mouse.up();
    const dragged = await page.evaluate(() => window.lopeTest.state.tick / window.lopeTest.run.last);
    assert.ok(dragged > 0.4 && dragged < 0.6, `dragged to the middle, got ${dragged}`);
}

async function testEvents(page) {
    for (const kind of ['step_up', 'hit', 'land']) {
        const event = await page.evaluate((k) => {
            const { run, page: own } = window.lopeTest;
            own.side.show('events');
            const list = run.events.by[0].filter((e) => e.kind === k);
            const one = list[Math.floor(list.length / 2)];
            own.events.list.reveal(own.events.shown.indexOf(one));
            return { index: one.index, tick: one.tick };
        }, kind);
        await page.locator(`[data-event="${event.index}"]`).click();
        assert.equal(await page.evaluate(() => window.lopeTest.state.tick), event.tick, `the ${kind} event jumps to its tick`);
        assert.match(await page.locator('#explain').textContent(), { step_up: /stepped up/, hit: /hit/, land: /landed/ }[kind]);
    }
    const before = await page.evaluate(() => window.lopeTest.state.tick);
    await page.keyboard.press('.');
    assert.ok((await page.evaluate(() => window.lopeTest.state.tick)) > before, 'the key . goes to the next event');
}

async function testQueries(page) {
    const step = await page.evaluate(() => window.lopeTest.run.events.by[0].find((e) => e.kind === 'step_up').tick);
    await page.mouse.move(5, 5); // off the lists: a query under the pointer would be shown alone
    await set(page, { time: step });
    await page.keyboard.press('q');
    const rows = page.locator('.queries .row');
    const all = await rows.count();
    assert.ok(all > 3, `a step up asks more than three queries, found ${all}`);
    const wires = () => page.evaluate(() => window.lopeTest.page.view3d.asked.wires.count);
    const drawn = await wires();
    assert.ok(drawn > 50, `queries are drawn, found ${drawn} lines`);
    const chip = page.locator('.chip[data-purpose^="step"]').first();
    await chip.click();
    assert.ok((await rows.count()) < all, 'filtering a purpose shortens the list');
    assert.ok((await wires()) < drawn, 'and what is drawn');
    await chip.click();
    assert.equal(await rows.count(), all);
    await rows.nth(1).hover();
    assert.ok((await wires()) === 0 && (await page.evaluate(() => window.lopeTest.page.view3d.asked.over.count)) > 0, 'pointing at a query shows it alone');
    await page.mouse.move(5, 5);
    // The waterfall's terms add up to the change of the velocity.
    const rest = await page.evaluate(() => {
        const { run } = window.lopeTest;
        let most = 0;
        for (let t = 1; t <= run.last; t++) {
            for (let k = 0; k < 3; k++) {
                let sum = run.track.get('velocity', 0, t - 1, k);
                for (let i = 0; i < run.head.terms.length; i++) sum += run.track.get('terms', 0, t, 3 * i + k);
                most = Math.max(most, Math.abs(sum - run.track.get('velocity', 0, t, k)));
            }
        }
        return most;
    });
    assert.ok(rest < 0.01, `terms add up to the velocity within 1 cm/s at every tick, found ${rest}`);
}

async function testTour(files, { chromium, PNG }) {
    const trace = readTrace(files.trace);
    let opened = 0;
    await withPage(chromium, files.tour, {}, async ({ page, errors, seconds }) => {
        opened = seconds;
        const screen = new Screen(page, PNG);
        const falling = trace.findIndex((row) => row.mode === 'falling' && Number(row.y) > 0.3);
        for (const tick of [60, 1500, falling, 3700, 5300]) await checkPixels(screen, trace, tick);
        await testLevel(screen, trace);
        await set(page, { shown: { queries: true, trails: true, grid: true, ghost: true, vectors: true, names: false } });
        await testPlaying(page);
        await testEvents(page);
        await testQueries(page);
        await page.keyboard.press('f');
        await shot(page, 'light');
        await page.keyboard.press('3');
        await shot(page, 'eyes');
        await page.keyboard.press('2');
        await page.keyboard.press('l');
        await shot(page, 'dark');
        await page.keyboard.press('?');
        assert.ok(await page.locator('#keys').isVisible(), 'the list of keys opens');
        await shot(page, 'keys');
        await page.keyboard.press('Escape');
        assert.deepEqual(errors, []);
    });
    checkOpening(files.tour, 'the tour', opened);
    await withPage(chromium, files.tour, { width: 390, height: 844 }, async ({ page, errors }) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 390, `nothing sticks out at phone width, found ${wide} px`);
        await set(page, { time: 3700 });
        await shot(page, 'phone', { fullPage: true });
        assert.deepEqual(errors, []);
    });
}

// A page opens at what happened first, with the character that it happened to; without anything at the start, which knows its floor.
async function testOpening(files, { chromium }) {
    const events = readFileSync(files.crateEvents, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    const hit = events.find((e) => e.event === 'hit');
    await withPage(chromium, files.crate, {}, async ({ page, errors }) => {
        const at = await page.evaluate(() => ({ tick: window.lopeTest.state.tick, character: window.lopeTest.run.names[window.lopeTest.state.character] }));
        assert.deepEqual(at, { tick: hit.tick, character: 'walker' }, 'the page opens at the first thing that happened');
        assert.match(await page.locator('#explain').textContent(), /hit crate, in this tick/);
        await page.waitForTimeout(200);
        await shot(page, 'opening');
        await set(page, { time: 0 });
        assert.match(await page.locator('#explain').textContent(), /on floor, 0\.0\u00b0 of/, 'the start knows its floor');
        assert.deepEqual(errors, []);
    });
    await withPage(chromium, files.nothing, {}, async ({ page, errors }) => {
        assert.equal(await page.evaluate(() => window.lopeTest.state.tick), 0, 'without an event the page opens at the start');
        assert.deepEqual(errors, []);
    });
}

async function testCrowd(files, { chromium }) {
    let opened = 0;
    await withPage(chromium, files.crowd, { scheme: 'dark' }, async ({ page, errors, seconds }) => {
        opened = seconds;
        // Picks another character by a click on its capsule.
        await set(page, { view: 'follow', character: 42, time: 900 });
        await page.keyboard.press('f');
        await set(page, { view: 'orbit' });
        await set(page, { character: 0 });
        const place = await page.evaluate(() => {
            const { page: own, run } = window.lopeTest;
            const box = document.getElementById('view').getBoundingClientRect();
            const feet = run.feet(42, 900);
            const at = own.view3d.project([feet[0], feet[1] + 0.9, feet[2]]);
            return [box.x + at.x, box.y + at.y];
        });
        await page.mouse.click(...place);
        assert.equal(await page.evaluate(() => window.lopeTest.state.character), 42, 'a click picks the character under it');
        await page.keyboard.press('p');
        await page.locator('[data-character="44"]').click();
        assert.equal(await page.evaluate(() => window.lopeTest.state.character), 44, 'a row of the list picks too');
        await page.keyboard.press('o');
        await set(page, { shown: { ...(await page.evaluate(() => window.lopeTest.state.shown)), names: false } });
        await shot(page, 'crowd');
        assert.deepEqual(errors, []);
    });
    checkOpening(files.crowd, 'a hundred characters for 60 s', opened);
}

async function testCompared(files, { chromium }) {
    await withPage(chromium, files.compared, {}, async ({ page, errors }) => {
        const text = await page.locator('#about').textContent();
        assert.match(text, /first at tick \d+ .*hero/, `the first difference is named, found: ${text}`);
        await page.keyboard.press('d');
        const difference = await page.evaluate(() => ({ ...window.lopeTest.run.difference, tick: window.lopeTest.run.difference.tick, at: window.lopeTest.state.tick }));
        assert.equal(difference.at, difference.tick, 'the key d goes to the first difference');
        const apart = await page.evaluate(() => {
            const { run } = window.lopeTest;
            const list = [];
            for (let t = 0; t <= run.last; t++) list.push(run.apart(0, t));
            return { before: Math.max(...list.slice(0, run.difference.tick)), most: Math.max(...list) };
        });
        assert.ok(apart.before < 3e-4, `equal before the first difference, found ${apart.before} m`);
        assert.ok(apart.most > 0.05, `apart after it, found ${apart.most} m`);
        await set(page, { time: difference.tick + 30 });
        await shot(page, 'compared');
        assert.deepEqual(errors, []);
    });
}

// A hex colour as the browser writes it.
const rgbOf = (hex) => `rgb(${[1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)).join(', ')})`;

// Two characters' own modes of the same id, by their names wherever a mode is shown, each in a colour of its own.
async function testOwnModes(files, { chromium, PNG }) {
    await withPage(chromium, files.ownModes, {}, async ({ page, errors }) => {
        const { modes, other, colours, lanes } = await page.evaluate(() => {
            const { run, page: own } = window.lopeTest;
            const lane = own.timeline.lanes.find((one) => one.name === 'mode');
            return {
                modes: run.head.modes, other: run.head.modes[run.ghost.get('mode', 0, 40 - run.ghost.first)],
                lanes: lane.list.map((s) => lane.label(s.value)), colours: lane.list.map((s) => lane.colour(s.value)),
            };
        });
        assert.deepEqual(modes.slice(6), ['glide', 'scuttle'], `own modes stand behind the built-in ones, found ${modes}`);
        assert.equal(other, 'glide', 'the other run has its own id for it and the same name');
        assert.deepEqual(lanes, ['walking', 'glide', 'walking']);
        assert.equal(new Set(colours).size, 2, `a colour of its own on the timeline, found ${colours}`);
        const places = [];
        for (const [character, mode] of [[0, 'glide'], [1, 'scuttle']]) {
            await set(page, { character, time: 45 });
            assert.match(await page.locator('#explain .mode').textContent(), new RegExp(`^${mode}`, 'i'));
            await page.evaluate(() => window.lopeTest.page.side.show('characters'));
            const row = page.locator(`[data-character="${character}"]`);
            assert.match(await row.textContent(), new RegExp(mode));
            places.push(await page.locator('#side .dot').evaluate((dot) => getComputedStyle(dot).backgroundColor));
            await page.evaluate(() => window.lopeTest.page.events.off.clear());
            await page.evaluate(() => window.lopeTest.page.side.show('events'));
            assert.match(await page.locator('#side .scroller').first().textContent(), new RegExp(`walking \u2192 ${mode}.*${mode} \u2192 walking`));
        }
        assert.equal(places[0], rgbOf(colours[1]), 'the dot has the colour of the timeline');
        assert.notEqual(places[0], places[1]);
        await page.evaluate(() => (document.querySelector('#legend details').open = true));
        const legend = await page.locator('#legend').textContent();
        assert.match(legend, /nav_walking.*glide.*scuttle/);
        await set(page, { character: 0, view: 'orbit', shown: { queries: false, trails: false, grid: false, ghost: false, vectors: false, names: false } });
        const screen = new Screen(page, PNG);
        const feet = await page.evaluate(() => window.lopeTest.run.filePoint(window.lopeTest.run.feet(0, 45)));
        await lookAt(page, feet, 6, 1.4);
        await screen.take();
        const [r, g, b] = screen.pixel(await screen.at([feet[0], feet[1] + 0.9, feet[2]]));
        assert.ok(b > g + 20 && b > r + 10, `the capsule is violet, found rgb ${[r, g, b]}`);
        await lookAt(page, [feet[0] - 2, feet[1], feet[2]], 9, 0.5);
        await shot(page, 'own_modes');
        assert.deepEqual(errors, []);
    });
}

// Abilities as bars with their phases, starts and ends, and refusals with their reason and place.
async function testAbilities(files, { chromium }) {
    await withPage(chromium, files.mantle, {}, async ({ page, errors }) => {
        const pick = (name) => page.evaluate((who) => window.lopeTest.run.names.indexOf(who), name);
        await set(page, { character: await pick('low'), time: 30 });
        const bar = await page.evaluate(() => {
            const lane = window.lopeTest.page.timeline.lanes.find((one) => one.name === 'mantle');
            const s = lane.list[lane.list.length - 1];
            return { bars: lane.list.length, from: s.from, to: s.to, label: lane.label(s.value), tip: lane.tip(s) };
        });
        assert.equal(bar.from, 14, 'the mantle starts in the tick of its press');
        assert.ok(bar.to > bar.from + 20, `it lasts, found ${bar.to}`);
        assert.match(bar.tip, /^mantle(, phase \d+)?: from 0\.220 s to \d\.\d+ s, ended: done$/);
        await set(page, { character: await pick('no room'), time: 20 });
        assert.equal(await page.evaluate(() => window.lopeTest.page.timeline.lanes.some((one) => one.name === 'mantle')), false);
        const refused = await page.evaluate(() => window.lopeTest.run.events.all.find((e) => e.kind === 'refuse' && e.name === 'mantle'));
        assert.ok(refused && refused.place.length === 3 && refused.why.length > 3, `a refusal has reason and place, found ${JSON.stringify(refused)}`);
        await page.evaluate(() => window.lopeTest.page.side.show('events'));
        assert.match(await page.locator('#side .scroller').first().textContent(), /mantle refused: .+, at /);
        await shot(page, 'abilities');
        assert.deepEqual(errors, []);
    });
}

const STEERING = { camera: true, path: true, avoid: true, grid: true, queries: false, vectors: false, trails: false, names: false };
const who = (page, name) => page.evaluate((n) => window.lopeTest.run.names.indexOf(n), name);

// A camera is where the table of cameras says, its frustum is drawn, and looking through it shows what it shows.
async function testCamera(files, { chromium }) {
    const rows = readTrace(files.camerasRows);
    await withPage(chromium, files.cameras, {}, async ({ page, errors }) => {
        const character = await who(page, 'third person');
        for (const time of [0, 100, 300, 479]) {
            await set(page, { character, time, view: 'follow', shown: STEERING });
            const row = rows.find((r) => r.name === 'third person' && Number(r.tick) === time);
            const { at, blocked, drawn } = await page.evaluate(([c, t]) => {
                const { run, page: own } = window.lopeTest;
                const camera = run.control.camera(c, t);
                return { at: run.filePoint(camera.position), blocked: camera.blocked, drawn: own.view3d.control.wires.count };
            }, [character, time]);
            const apart = Math.hypot(...['x', 'y', 'z'].map((k, i) => Number(row[k]) - at[i]));
            assert.ok(apart < 3e-4, `tick ${time}: the camera is ${apart} m from where the table has it`);
            assert.equal(blocked, row.blocked === '1');
            assert.ok(drawn >= 10, `tick ${time}: a frustum of ${drawn} lines`);
        }
        await set(page, { time: 100 });
        await page.evaluate(() => window.lopeTest.page.view3d.camera.zoom(1.9));
        await shot(page, 'camera_frustum');
        await page.keyboard.press('4');
        const eye = await page.evaluate((c) => {
            const { run, page: own, state } = window.lopeTest;
            const { camera } = own.view3d.camera;
            const of = run.control.camera(c, 100);
            const middle = own.view3d.project(run.feet(c, 100).map((x, i) => x + [0, 0.9, 0][i]));
            return { view: state.view, apart: camera.position.distanceTo({ x: of.position[0], y: of.position[1], z: of.position[2] }), fov: camera.fov, middle };
        }, character);
        assert.equal(eye.view, 'camera', 'the key 4 looks through the camera');
        assert.ok(eye.apart < 1e-4 && eye.fov > 30 && eye.fov < 100, `there and with its lens, found ${JSON.stringify(eye)}`);
        assert.ok(eye.middle, 'the character is in the picture');
        await shot(page, 'camera_view');
        await set(page, { character: await who(page, 'over the shoulder'), time: 200 });
        await shot(page, 'camera_shoulder');
        await page.keyboard.press('2');
        assert.equal(await page.evaluate(() => window.lopeTest.page.view3d.camera.camera.fov), 50, 'the usual lens comes back');
        assert.deepEqual(errors, []);
    });
}

// Half-planes allow the chosen velocity where all can be met, and forbid the wanted one where it was changed.
async function testAvoidance(files, { chromium }) {
    await withPage(chromium, files.crowd_avoids, {}, async ({ page, errors }) => {
        const character = await who(page, 'east.4');
        await set(page, { character, time: 170, view: 'orbit', shown: STEERING });
        const found = await page.evaluate((c) => {
            const { control } = window.lopeTest.run;
            const inside = (v, p) => v.reduce((sum, x, i) => sum + (x - p.border[i]) * p.allowed[i], 0);
            // the limit to the left of what is wanted: its border goes through no velocity, along the wanted one
            const keepsRight = ({ wanted }, p) => p.hard && Math.hypot(...p.border) < 1e-6 &&
                Math.abs(wanted.reduce((sum, x, i) => sum + x * p.allowed[i], 0)) < 1e-3 * Math.hypot(...wanted);
            const changed = control.choices[c].filter(({ wanted, chosen }) => Math.hypot(...wanted.map((x, i) => x - chosen[i])) > 0.05);
            return {
                choices: control.choices[c].length, changed: changed.length,
                forbidden: changed.filter((one) => one.planes.some((p) => inside(one.wanted, p) < 0) || one.planes.some((p) => keepsRight(one, p))).length,
                walls: changed.filter((one) => one.planes.every((p) => !p.hard || inside(one.chosen, p) > -0.01)).length,
                way: control.way(c, 170).points.length, labels: window.lopeTest.page.view3d.control.labels.map((l) => l.text),
            };
        }, character);
        assert.ok(found.choices > 100 && found.changed > 20, `there are choices, found ${JSON.stringify(found)}`);
        assert.equal(found.forbidden, found.changed, 'a velocity is changed only where a half-plane forbids it or the character keeps right');
        assert.equal(found.walls, found.changed, 'walls and edges are never traded in');
        assert.equal(found.way, 2);
        assert.deepEqual(found.labels, ['goal']);
        await lookAt(page, await page.evaluate((c) => window.lopeTest.run.filePoint(window.lopeTest.run.feet(c, 170)), character), 6, 1.2);
        await shot(page, 'avoidance');
        await set(page, { shown: { ...STEERING, path: false, avoid: false } });
        assert.equal(await page.evaluate(() => window.lopeTest.page.view3d.control.over.count), 0, 'switched off, nothing is drawn');
        assert.deepEqual(errors, []);
    });
}

// The path to a goal with its links, and where the follower is on it.
async function testWay(files, { chromium }) {
    await withPage(chromium, files.goals, {}, async ({ page, errors }) => {
        const character = await who(page, 'jumper');
        await set(page, { character, time: 120, view: 'follow', shown: STEERING });
        await page.evaluate(() => window.lopeTest.page.view3d.camera.zoom(3.5));
        const found = await page.evaluate((c) => {
            const { run, page: own } = window.lopeTest;
            const way = run.control.way(c, 120), nexts = new Set(run.control.ways[c].map((w) => w.next));
            const event = run.events.all.find((e) => e.kind === 'link' && e.character === c);
            return { links: way.points.map((p) => run.control.linkName(p.link)), nexts: nexts.size, labels: own.view3d.control.labels.map((l) => l.text), event: event && run.control.linkName(event.to) };
        }, character);
        assert.ok(found.links.includes('jump') && found.labels.includes('jump') && found.labels.includes('goal'), `the way has its jump, found ${JSON.stringify(found)}`);
        assert.ok(found.nexts >= found.links.length - 1, `its next point goes on, found ${found.nexts}`);
        assert.equal(found.event, 'jump');
        await shot(page, 'way');
        assert.deepEqual(errors, []);
    });
}

try {
    mkdirSync(artefacts, { recursive: true });
    const tools = modules(join(out, 'page-modules'));
    const files = makePages();
    await testTour(files, tools);
    await testOpening(files, tools);
    await testAbilities(files, tools);
    await testCamera(files, tools);
    await testAvoidance(files, tools);
    if (files.goals) await testWay(files, tools);
    if (files.compared) await testCompared(files, tools);
    await testCrowd(files, tools);
    await testOwnModes(files, tools);
    console.log(`Screenshots: ${artefacts}`);
} catch (error) {
    if (!(error instanceof Missing) || process.env.LOPE_PAGE_MUST) throw error;
    console.log(`SKIPPED: ${error.message}`);
    process.exitCode = 77;
}
