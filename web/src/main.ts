import './look/tokens.css';
import './house.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { follow } from './core/router.svelte';
import { here } from './core/reach.svelte';
import { wakeSound } from './core/sound';
import { speak } from './core/words.svelte';

follow();
addEventListener('pointerdown', wakeSound, { once: true });
addEventListener('keydown', wakeSound, { once: true });
await speak();
mount(App, { target: document.getElementById('app')! });

// Only where the page comes from its real server: a page under development is never kept.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {});
  // A page without a server keeps itself, once it has been shown.
  if (here) void import('./local/take').then(({ keepShell }) => keepShell()).catch(() => {});
}
