import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The built client is served by the Python server from src/banquise/server/static; `npm run dev` talks to a running one.
const server = process.env.BANQUISE_SERVER ?? 'http://127.0.0.1:8000';

// A server gives its first page for any path, so this one names its parts from the root. (`banquise site` puts it back.)
const fromTheRoot = {
  name: 'from-the-root',
  transformIndexHtml: { order: 'post' as const, handler: (html: string) => html.replaceAll('="./', '="/') },
};

export default defineConfig({
  plugins: [svelte(), fromTheRoot],
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
  worker: { format: 'es' },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});
