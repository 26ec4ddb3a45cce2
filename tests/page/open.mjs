// open.mjs - a headless Chromium with a replay page in it. Installs the two npm packages that this takes beside the build, not into the
// sources. Used by page.mjs (the test) and pictures.mjs.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

export class Missing extends Error {} // something of this machine is not there: skip

// playwright-core and pngjs, installed into `folder` by the lock file once.
export function modules(folder) {
    const lock = readFileSync(join(here, 'package-lock.json'), 'utf8');
    const stamp = join(folder, 'node_modules', '.lock');
    mkdirSync(folder, { recursive: true });
    if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
        for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(here, file), join(folder, file));
        try {
            execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
        } catch (error) {
            throw new Missing(`playwright-core cannot be installed by npm: ${String(error.stderr || error.message).trim().split('\n')[0]}`);
        }
        writeFileSync(stamp, lock);
    }
    const require = createRequire(join(folder, 'package.json'));
    return { chromium: require('playwright-core').chromium, PNG: require('pngjs').PNG };
}

export function chromiumPath() {
    const path = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => existsSync(file));
    if (!path) throw new Missing('there is no chromium (Debian: apt-get install chromium)');
    return path;
}

// SwiftShader draws, so that pixels are the same with and without a graphics card.
const launchOptions = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader'];

// Calls `use({ page, errors, resize })` with the file opened and drawn; errors gathers what the console said.
export async function withPage(chromium, file, { width = 1440, height = 900, scheme = 'light', scale = 1, fine = false } = {}, use) {
    const profile = mkdtempSync(join(tmpdir(), 'lope-page-'));
    const context = await chromium.launchPersistentContext(profile, {
        executablePath: chromiumPath(), headless: true, args: launchOptions, viewport: { width, height }, deviceScaleFactor: scale, colorScheme: scheme, offline: true,
    });
    try {
        const page = context.pages()[0] || (await context.newPage());
        const errors = [];
        page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
        page.on('pageerror', (error) => errors.push(String(error.stack || error)));
        page.on('request', (request) => !/^(file|data|blob):/.test(request.url()) && errors.push(`asks the network for ${request.url()}`));
        await page.goto(pathToFileURL(file).href + (fine ? '#fine' : '')); // #fine: smooth edges also without a graphics card
        await page.waitForFunction(() => document.documentElement.dataset.edges || document.querySelector('#loading.failed'), null, { timeout: 60000 });
        return await use({ page, errors, seconds: Number(await page.evaluate(() => document.documentElement.dataset.ready)) });
    } finally {
        await context.close();
        rmSync(profile, { recursive: true, force: true });
    }
}

// The page's own state, set through its hook, and two frames to draw it.
export async function set(page, patch) {
    await page.evaluate(async (p) => {
        if (p.hidden) p.hidden = new Set(p.hidden);
        window.lopeTest.set(p);
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }, patch);
}
