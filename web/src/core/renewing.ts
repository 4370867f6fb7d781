// A part of the page that does not come: whoever has left a page open while the house was renewed asks for files that are
// gone, and gets the new page, at the address where they wanted to go.

import { alertNow, toast } from './toasts.svelte';
import { t } from './words.svelte';

const FRESH = 10_000; // a page that has only just come is the newest there is

let asking = false; // several parts of a page fail together, and are one trouble

async function renew(): Promise<void> {
  if (asking) return;
  asking = true;
  const there = await fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (there && performance.now() > FRESH) return location.reload();
  const why = t(there ? 'error.unknown' : 'error.network');
  toast(why);
  alertNow(why);
  setTimeout(() => (asking = false), 1000);
}

/** From now on nobody presses for nothing. */
export const renewWhereNeeded = (): void => addEventListener('vite:preloadError', () => void renew());
