import './look/tokens.css';
import './house.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { follow } from './core/router.svelte';
import { here } from './core/reach.svelte';
import { renewWhereNeeded } from './core/renewing';
import { wakeSound } from './core/sound';
import { speak, t } from './core/words.svelte';

/** The page's letters: a page drawn with others would move under the finger when its own come. */
async function letters(): Promise<void> {
  const style = getComputedStyle(document.documentElement);
  const families = ['--font-title', '--font-text'].map((name) => style.getPropertyValue(name));
  await Promise.allSettled(families.map((family) => document.fonts.load(`1em ${family}`, t('house.line'))));
}

follow();
renewWhereNeeded();
addEventListener('pointerdown', () => void wakeSound());
addEventListener('keydown', () => void wakeSound());
await speak();
await Promise.race([letters(), new Promise((late) => setTimeout(late, 1000))]);
mount(App, { target: document.getElementById('app')! });

// Only where the page comes from its real server: a page under development is never kept.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  void navigator.serviceWorker.register(new URL('sw.js', document.baseURI)).catch(() => {});
  // A page without a server keeps itself, once it has been shown.
  if (here) void import('./local/take').then(({ keepShell }) => keepShell()).catch(() => {});
}
