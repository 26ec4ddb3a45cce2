// The pages in the repository, viewer/built, are those that viewer/ makes: built.mjs VIEWER WORK NPM.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [viewer, work, npm] = [resolve(process.argv[2]), resolve(process.argv[3]), process.argv[4]];
const { readBuilt, sourcesOf } = await import(pathToFileURL(join(viewer, 'built_files.mjs')).href);

const fail = (text) => {
    console.log(`FAILED: ${text}; run ./run page`);
    process.exit(1);
};

const built = readBuilt(viewer);
if (built.sources !== sourcesOf(viewer)) fail('viewer/ has been changed since viewer/built was made');

mkdirSync(work, { recursive: true });
for (const name of ['build.mjs', 'built_files.mjs', 'package.json', 'package-lock.json', 'src', 'spectate'])
    cpSync(join(viewer, name), join(work, name), { recursive: true });
try {
    execFileSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: work, stdio: 'pipe' });
} catch (error) {
    console.log(`SKIPPED: npm ci failed: ${error.stderr}`);
    process.exit(process.env.LOPE_PAGE_MUST ? 1 : 77);
}
execFileSync('node', ['build.mjs'], { cwd: work, stdio: 'inherit' });
for (const name of ['page', 'spectate'])
    if (readFileSync(join(work, `dist/${name}.html`), 'utf8') !== built[name]) fail(`viewer/ makes another ${name}.html than viewer/built holds`);
console.log(`viewer/built is what viewer/ makes: ${built.page.length} and ${built.spectate.length} characters`);
