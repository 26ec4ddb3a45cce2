// Bundles the page that plays into one HTML file, with the client as wasm inside: node build.mjs CLIENT.wasm OUT.html, in a
// folder that has viewer/src, viewer/play and node_modules. scripts/play_page.sh runs it.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const [client, out] = process.argv.slice(2);
copyFileSync(client, 'play/src/client.wasm');
const result = await build({
    entryPoints: ['play/src/main.js', 'play/src/style.css'],
    outdir: 'dist',
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome111', 'firefox113', 'safari16.4'],
    loader: { '.woff2': 'dataurl', '.wasm': 'binary' },
    legalComments: 'none', // licences stand in src/licences.txt, which the page carries whole
    logLevel: 'warning',
});
const text = (ending) => result.outputFiles.find((file) => file.path.endsWith(ending)).text.trim();
const page = readFileSync('play/src/page.html', 'utf8')
    .replace('/*lope:style*/', () => text('.css'))
    .replace('/*lope:script*/', () => text('.js').replaceAll('</script', '<\\/script'))
    .replace('lope:licences', () => readFileSync('src/licences.txt', 'utf8').trim().replaceAll('-->', ''));
writeFileSync(out, page);
