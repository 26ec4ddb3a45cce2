// The built pages that the repository carries, built/page.html.gz and built/spectate.html.gz, so that building lope needs neither
// node nor npm.
//
// built/sources.txt lists every file that they were built from with its SHA-256, a line each, as cmake/build_page.cmake makes the
// same list: equal lists say that the pages are those of these sources.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

const apart = ['node_modules', 'dist', 'built', 'play'];

const filesIn = (folder, prefix) =>
    readdirSync(folder).flatMap((name) => {
        const path = join(folder, name);
        if (prefix === '' && apart.includes(name)) return [];
        return statSync(path).isDirectory() ? filesIn(path, `${prefix}${name}/`) : [prefix + name];
    });

const lineOf = (viewer, file) => `${file} ${createHash('sha256').update(readFileSync(join(viewer, file))).digest('hex')}\n`;

// The list of the sources of a viewer folder.
export const sourcesOf = (viewer) =>
    filesIn(viewer, '')
        .sort((a, b) => (a < b ? -1 : 1))
        .map((file) => lineOf(viewer, file))
        .join('');

// Writes the built pages of a viewer folder: { page, spectate }.
export const writeBuilt = (viewer, pages) => {
    mkdirSync(join(viewer, 'built'), { recursive: true });
    for (const [name, page] of Object.entries(pages)) writeFileSync(join(viewer, `built/${name}.html.gz`), gzipSync(page, { level: 9 }));
    writeFileSync(join(viewer, 'built/sources.txt'), sourcesOf(viewer));
};

// Reads them: { page, spectate, sources }.
export const readBuilt = (viewer) => {
    const read = (name) => gunzipSync(readFileSync(join(viewer, `built/${name}.html.gz`))).toString('utf8');
    return { page: read('page'), spectate: read('spectate'), sources: readFileSync(join(viewer, 'built/sources.txt'), 'utf8') };
};
