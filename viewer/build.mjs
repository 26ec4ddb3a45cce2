// Bundles src/ into one HTML file with script, style and font inside: the template of the replay page.
//
//   node build.mjs               writes dist/page.html
//   node build.mjs --c FILE      writes it gzipped as a C array, for the program `lope`
//   node build.mjs --keep DIR    writes it into DIR/built, DIR being the repository's viewer/: `./run page` does it
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { writeBuilt } from './built_files.mjs';

const result = await build({
    entryPoints: ['src/main.js', 'src/style.css'],
    outdir: 'dist',
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome111', 'firefox113', 'safari16.4'], // the oldest with DecompressionStream
    loader: { '.woff2': 'dataurl' },
    legalComments: 'none', // licences stand in src/licences.txt, which the page carries whole
    logLevel: 'warning',
});

const text = (ending) => result.outputFiles.find((file) => file.path.endsWith(ending)).text.trim();
const page = readFileSync('src/page.html', 'utf8')
    .replace('/*lope:style*/', () => text('.css'))
    .replace('/*lope:script*/', () => text('.js').replaceAll('</script', '<\\/script'))
    .replace('lope:licences', () => readFileSync('src/licences.txt', 'utf8').trim().replaceAll('-->', ''));

const c = process.argv.indexOf('--c');
const keep = process.argv.indexOf('--keep');
if (keep >= 0) {
    writeBuilt(process.argv[keep + 1], page);
} else if (c < 0) {
    mkdirSync('dist', { recursive: true });
    writeFileSync('dist/page.html', page);
    console.log(`dist/page.html: ${page.length} bytes`);
} else {
    const bytes = [...gzipSync(page, { level: 9 })];
    const rows = [];
    for (let i = 0; i < bytes.length; i += 32) rows.push(bytes.slice(i, i + 32).join(','));
    writeFileSync(
        process.argv[c + 1],
        `// Made by viewer/build.mjs.\n#include <stddef.h>\nextern const unsigned char page_template[];\n` +
            `extern const size_t page_template_size;\nconst unsigned char page_template[] = {\n${rows.join(',\n')}};\n` +
            `const size_t page_template_size = ${bytes.length};\n`,
    );
}
