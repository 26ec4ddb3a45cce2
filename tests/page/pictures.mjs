// pictures.mjs - screenshots of the tour's replay page for README and guide: node pictures.mjs LOPE SOURCE_DIR BUILD_DIR OUT_DIR.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { modules, set, withPage } from './open.mjs';

const [lope, source, build, out] = process.argv.slice(2).map((path) => resolve(path));
const { chromium } = modules(join(build, 'page-modules'));
const work = join(build, 'page-pictures');
mkdirSync(work, { recursive: true });
mkdirSync(out, { recursive: true });
const run = (...args) => execFileSync(lope, ['run', ...args, '--quiet'], { stdio: ['ignore', 'ignore', 'inherit'] });
const tour = join(source, 'levels/gym/tour.json');

// Everything is set up with the page's own state, then drawn. `eye`: distance, yaw (about the character), tilt.
async function take(file, name, { tick, tab = 'events', zoom = null, query = null, eye = [5, 0.7, 0.4], view = 'follow', legend = false, ...options }) {
    await withPage(chromium, file, { ...options, fine: true }, async ({ page, errors }) => {
        await set(page, { view: 'orbit', time: tick });
        await page.evaluate(([tab, zoom, query, eye, legend]) => {
            const { page: own, state, set: put } = window.lopeTest;
            own.side.show(tab);
            if (zoom) own.timeline.show(state.tick - zoom, state.tick + zoom);
            const pose = own.view3d.pose();
            own.view3d.camera.frame([pose.feet[0], pose.feet[1] + 0.9, pose.feet[2]], eye[0], pose.yaw + eye[1], eye[2]);
            document.querySelector('#legend details').open = legend;
            if (query) {
                const found = own.log.at(state.tick).find((q) => q.purpose === query[0] && q.verdict === query[1]);
                put({ pinned: found ? found.index : -1 });
            }
        }, [tab, zoom, query, eye, legend]);
        await set(page, { view });
        await page.waitForTimeout(700);
        await page.screenshot({ path: join(out, `${name}.png`), fullPage: false });
        if (errors.length) throw new Error(errors.join('\n'));
    });
    console.log(`${name}.png`);
}

const page = join(work, 'tour.html');
run(tour, '--replay', page);
const wide = { width: 1280, height: 800 };
await take(page, 'replay-tour', { ...wide, tick: 1885, tab: 'queries', eye: [5.2, 0.75, 0.42], scheme: 'dark', legend: false });
await take(page, 'replay-stopped', { ...wide, tick: 3533, tab: 'queries', zoom: 90, query: ['step down', 'too high'], eye: [4.6, 1.0, 0.35] });
await take(page, 'replay-stepped', { ...wide, tick: 1877, tab: 'queries', zoom: 60, eye: [4.6, 1.0, 0.3] });
await take(page, 'replay-fell', { ...wide, tick: 3877, tab: 'queries', zoom: 60, eye: [5.2, 1.2, 0.3] });
await take(page, 'replay-phone', { width: 390, height: 844, tick: 3700, eye: [5, 0.6, 0.4] });

// The same tour before and after a change of the step height.
if (execFileSync(lope, ['--help']).includes('--record')) {
    const recording = join(work, 'before.rec');
    run(tour, '--record', recording);
    const changed = JSON.parse(readFileSync(tour, 'utf8'));
    changed.level[0].mesh = join(source, 'levels/gym/gym.obj');
    changed.characters[0].tuning = { max_step_height: 0.3 };
    writeFileSync(join(work, 'after.json'), JSON.stringify(changed));
    run(join(work, 'after.json'), '--replay', join(work, 'compared.html'), '--against', recording);
    await take(join(work, 'compared.html'), 'replay-compared', { ...wide, tick: 300, zoom: 60, eye: [6.5, 0.9, 0.35] });
}
