// Bundles the pages, each into one HTML file with script, style and font inside: src/ is the template of the replay page,
// spectate/src/ the spectator page of `lope serve --spectate`.
//
//   node build.mjs               writes dist/page.html and dist/spectate.html
//   node build.mjs --c FILE      writes them gzipped as C arrays, for the program `lope`
//   node build.mjs --keep DIR    writes them into DIR/built, DIR being the repository's viewer/: `./run page` does it
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { writeBuilt } from './built_files.mjs';

async function bundle(folder) {
    const result = await build({
        entryPoints: [`${folder}/main.js`, `${folder}/style.css`],
        outdir: 'dist',
        bundle: true,
        minify: true,
        write: false,
        format: 'iife',
        target: ['chrome111', 'firefox113', 'safari16.4'], // the oldest with DecompressionStream
        loader: { '.woff2': 'dataurl' },
        legalComments: 'none', // licences stand in src/licences.txt, which each page carries whole
        logLevel: 'warning',
    });
    const text = (ending) => result.outputFiles.find((file) => file.path.endsWith(ending)).text.trim();
    return readFileSync(`${folder}/page.html`, 'utf8')
        .replace('/*lope:style*/', () => text('.css'))
        .replace('/*lope:script*/', () => text('.js').replaceAll('</script', '<\\/script'))
        .replace('lope:licences', () => readFileSync('src/licences.txt', 'utf8').trim().replaceAll('-->', ''));
}

const pages = { page: await bundle('src'), spectate: await bundle('spectate/src') };

function arrayOf(name, page) {
    const bytes = [...gzipSync(page, { level: 9 })];
    const rows = [];
    for (let i = 0; i < bytes.length; i += 32) rows.push(bytes.slice(i, i + 32).join(','));
    return `extern const unsigned char ${name}_template[];\nextern const size_t ${name}_template_size;\n` +
        `const unsigned char ${name}_template[] = {\n${rows.join(',\n')}};\nconst size_t ${name}_template_size = ${bytes.length};\n`;
}

const c = process.argv.indexOf('--c');
const keep = process.argv.indexOf('--keep');
if (keep >= 0) {
    writeBuilt(process.argv[keep + 1], pages);
} else if (c < 0) {
    mkdirSync('dist', { recursive: true });
    for (const [name, page] of Object.entries(pages)) {
        writeFileSync(`dist/${name}.html`, page);
        console.log(`dist/${name}.html: ${page.length} bytes`);
    }
} else {
    const arrays = Object.entries(pages).map(([name, page]) => arrayOf(name, page));
    writeFileSync(process.argv[c + 1], `// Made by viewer/build.mjs.\n#include <stddef.h>\n${arrays.join('')}`);
}
