// The pack: Python and the house, a few files that are fetched once and kept by the browser. `pack.json` names them with
// their sizes and digests, so that a broken or cut-off file is known for what it is.

export interface Packed {
  at: string;
  bytes: number;
  sha256: string;
}

export interface Pack {
  version: string;
  files: Record<string, Packed>;
}

/** Why there is no pack: it could not be fetched, or it is not what it should be. */
export class PackTrouble extends Error {
  constructor(
    readonly reason: 'missing' | 'broken',
    detail: string,
  ) {
    super(detail);
  }
}

/** How much of how much has come; of nothing, while the host is still making it. */
export type Progress = (done: number, all: number) => void;

const CACHE = 'banquise-pack-';
const PATIENCE = 120; // seconds for a host that is packing
const cacheName = (version: string): string => CACHE + version;

/** A file of the host. One that was just set up may still be packing, and says when to ask again. */
async function fetched(address: string, packing: () => void = () => {}): Promise<Response> {
  for (let patience = PATIENCE; ;) {
    let answer: Response;
    try {
      answer = await fetch(address, { cache: 'no-cache' });
    } catch (error) {
      throw new PackTrouble('missing', `${address}: ${String(error)}`);
    }
    if (answer.ok) return answer;
    const wait = answer.status === 503 ? Number(answer.headers.get('retry-after')) : 0;
    patience -= wait;
    if (!wait || patience < 0) throw new PackTrouble('missing', `${address}: ${answer.status}`);
    packing();
    await new Promise((again) => setTimeout(again, 1000 * wait));
  }
}

/** What the pack holds: as the host says, or as it was when it was last fetched. */
export async function readPack(base: string, progress: Progress = () => {}): Promise<Pack> {
  const address = `${base}pack.json`;
  try {
    const text = await (await fetched(address, () => progress(0, 0))).text();
    const pack = JSON.parse(text) as Pack;
    if (!pack.version || !pack.files) throw new PackTrouble('broken', `${address} names no files`);
    return pack;
  } catch (error) {
    const kept = await lastKept(address);
    if (kept) return kept;
    throw error instanceof PackTrouble ? error : new PackTrouble('broken', String(error));
  }
}

async function lastKept(address: string): Promise<Pack | null> {
  if (typeof caches === 'undefined') return null;
  for (const name of await caches.keys()) {
    const found = name.startsWith(CACHE) ? await (await caches.open(name)).match(address) : undefined;
    if (found) return (await found.json()) as Pack;
  }
  return null;
}

/** All files of the pack, each as Python's loader wants it; fetched where they are not kept yet. */
export async function openPack(base: string, progress: Progress): Promise<Map<string, Response>> {
  const pack = await readPack(base, progress);
  const cache = typeof caches === 'undefined' ? null : await caches.open(cacheName(pack.version)).catch(() => null);
  const all = Object.values(pack.files).reduce((sum, file) => sum + file.bytes, 0);
  let done = 0;
  const found = new Map<string, Response>();
  for (const [name, file] of Object.entries(pack.files)) {
    const address = base + name;
    const before = done;
    let kept = await cache?.match(address);
    if (!kept) {
      // By its digest: what a service worker or a cache on the way keeps of an earlier edition has the same name.
      const from = `${base}${file.at}?${file.sha256.slice(0, 16)}`;
      const raw = await download(from, file, (bytes) => progress(before + bytes, all));
      kept = await unpacked(name, file, raw);
      await keep(cache, address, kept.clone());
    }
    done = before + file.bytes;
    progress(done, all);
    found.set(name, kept);
  }
  await keep(cache, `${base}pack.json`, new Response(JSON.stringify(pack)));
  await forgetOthers(pack.version);
  return found;
}

async function download(address: string, file: Packed, progress: (bytes: number) => void): Promise<Uint8Array> {
  const answer = await fetched(address);
  const raw = new Uint8Array(file.bytes);
  let at = 0;
  const reader = answer.body!.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new PackTrouble('missing', `${address}: ${String(error)}`);
    });
    if (done) break;
    if (at + value.length > raw.length) throw new PackTrouble('broken', `${address} is longer than it should be`);
    raw.set(value, at);
    at += value.length;
    progress(at);
  }
  if (at !== raw.length) throw new PackTrouble('broken', `${address} has ${at} bytes of ${raw.length}`);
  if (!(await isAsNamed(raw, file.sha256))) throw new PackTrouble('broken', `${address} is not what it should be`);
  return raw;
}

async function isAsNamed(raw: Uint8Array, sha256: string): Promise<boolean> {
  if (crypto.subtle === undefined) return true; // a page that is not secure cannot know
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', raw as Uint8Array<ArrayBuffer>));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === sha256;
}

const KINDS: Record<string, string> = { wasm: 'application/wasm', mjs: 'text/javascript', json: 'application/json' };

async function unpacked(name: string, file: Packed, raw: Uint8Array): Promise<Response> {
  const blob = new Blob([raw as Uint8Array<ArrayBuffer>]);
  const content = file.at === name ? blob : await new Response(opened(blob)).blob();
  const kind = KINDS[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return new Response(content, { headers: { 'content-type': kind } });
}

const opened = (blob: Blob): ReadableStream => blob.stream().pipeThrough(new DecompressionStream('gzip'));

async function keep(cache: Cache | null, address: string, content: Response): Promise<void> {
  if (!cache) return;
  try {
    await cache.put(address, content);
  } catch (error) {
    // A full disk: everything can be played now, and will be fetched again next time.
    console.warn(`not kept: ${address} (${String(error)})`);
  }
}

async function forgetOthers(version: string): Promise<void> {
  if (typeof caches === 'undefined') return;
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE) && name !== cacheName(version)) await caches.delete(name);
  }
}
