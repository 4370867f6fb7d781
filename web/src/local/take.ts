// "Take it with me": the pack and every file of the page, kept by the browser. `shell.json` names the files of the page
// with a version, made by the build; the service worker (public/sw.js) serves them when there is no network.

import { openPack, readPack } from './pack';

interface Shell {
  version: string;
  files: string[];
}

const SHELL = 'banquise-shell-';
const at = (path: string): string => new URL(path, document.baseURI).href;

/** A cache is whole when its list is in it, which comes last: whoever fills it may be stopped anywhere. */
const isWhole = async (name: string): Promise<boolean> =>
  (await caches.has(name)) && (await (await caches.open(name)).match(at('shell.json'))) !== undefined;

/** Keep every file of the page itself: as it is now, and in one piece. One at a time, whatever tabs are open. */
export function keepShell(progress: (part: number) => void = () => {}): Promise<void> {
  return navigator.locks ? navigator.locks.request('banquise-shell', () => fill(progress)) : fill(progress);
}

async function fill(progress: (part: number) => void): Promise<void> {
  const listed = await fetch(at('shell.json'), { cache: 'no-cache' });
  const shell = (await listed.clone().json()) as Shell;
  const name = SHELL + shell.version;
  if (await isWhole(name)) return;
  const draft = await caches.open(`${name}-draft`);
  let done = 0;
  for (const file of shell.files) {
    const address = at(file);
    if (!(await draft.match(address))) await draft.add(address);
    progress(++done / shell.files.length);
  }
  const cache = await caches.open(name);
  for (const request of await draft.keys()) await cache.put(request, (await draft.match(request))!);
  await cache.put(at('./'), (await draft.match(at('index.html')))!);
  await cache.put(at('shell.json'), listed);
  for (const old of await caches.keys()) if (old.startsWith(SHELL) && old !== name) await caches.delete(old);
}

/** Is all of it here? */
export async function isTaken(): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  const names = await caches.keys();
  const pack = names.find((name) => name.startsWith('banquise-pack-'));
  const has = pack !== undefined && (await (await caches.open(pack)).match(at('pack/pack.json'))) !== undefined;
  if (!has) return false;
  for (const name of names) if (name.startsWith(SHELL) && (await isWhole(name))) return true;
  return false;
}

/** Fetch all of it; what became of that. `progress` hears which part has come, and `null` while the server packs it. */
export async function take(progress: (part: number | null) => void): Promise<'taken' | 'missing' | 'full'> {
  void navigator.storage?.persist?.();
  try {
    await openPack(at('pack/'), (done, all) => progress(all ? (0.9 * done) / all : null));
    await keepShell((part) => progress(0.9 + part / 10));
    const kept = await caches.open(`banquise-pack-${(await readPack(at('pack/'))).version}`);
    return (await kept.match(at('pack/banquise.zip'))) ? 'taken' : 'full';
  } catch (error) {
    console.warn(String(error));
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'missing';
  }
}
