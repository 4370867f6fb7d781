import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

// The built client is served by the Python server from src/banquise/server/static; `npm run dev` talks to a running one.
const server = process.env.BANQUISE_SERVER ?? 'http://127.0.0.1:8000';

// A server gives its first page for any path, so this one names its parts from the root. (`banquise site` puts it back.)
const fromTheRoot = {
  name: 'from-the-root',
  transformIndexHtml: { order: 'post' as const, handler: (html: string) => html.replaceAll('="./', '="/') },
};

// Which packages have gone into the page, for its notices (src/banquise/site/notices.py).
const carried = new Set<string>();
const carriedIn = (emits: boolean): Plugin => ({
  name: 'carried',
  generateBundle(_, bundle) {
    for (const one of Object.values(bundle)) {
      const from = one.type === 'chunk' ? Object.keys(one.modules) : one.originalFileNames;
      for (const file of from) {
        const found = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file);
        if (found) carried.add(found[1]!);
      }
    }
    if (emits) this.emitFile({ type: 'asset', fileName: 'packages.json', source: JSON.stringify([...carried]) });
  },
});

export default defineConfig({
  plugins: [svelte(), fromTheRoot, carriedIn(true)],
  base: './', // a page without a server may lie anywhere
  build: {
    outDir: '../src/banquise/server/static',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'], // light-dark() as it is written
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: addresses but for pictures
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } }, // a slow machine is no news
  },
  worker: { format: 'es', plugins: () => [carriedIn(false)] },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});
