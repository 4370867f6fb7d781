import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { botsBeside } from '../src/local/bots';
import { isTaken, keepShell } from '../src/local/take';

const BASE = 'https://host/play/';
const SHELL = { version: 'v1', files: ['index.html', 'assets/a.js'] };

/** The caches of a browser that can be stopped at any write. */
class Kept {
  all = new Map<string, Map<string, Response>>();
  writes = Infinity;

  private cache(files: Map<string, Response>) {
    const put = async (address: string, content: Response): Promise<void> => {
      if (this.writes-- <= 0) throw new Error('the page was closed');
      files.set(address, content);
    };
    return {
      put,
      add: async (address: string) => put(address, await fetch(address)),
      match: async (address: string) => files.get(address)?.clone(),
      keys: async () => [...files.keys()],
    };
  }
  open = async (name: string) => {
    if (!this.all.has(name)) this.all.set(name, new Map());
    return this.cache(this.all.get(name)!);
  };
  has = async (name: string): Promise<boolean> => this.all.has(name);
  keys = async (): Promise<string[]> => [...this.all.keys()];
  delete = async (name: string): Promise<boolean> => this.all.delete(name);
}

describe('what was taken along', () => {
  let kept: Kept;
  beforeEach(async () => {
    kept = new Kept();
    vi.stubGlobal('caches', kept);
    vi.stubGlobal('document', { baseURI: BASE });
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('fetch', async (address: string) =>
      address.endsWith('shell.json') ? Response.json(SHELL) : new Response(address),
    );
    await (await kept.open('banquise-pack-1')).put(`${BASE}pack/pack.json`, new Response('{}'));
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('is said to be kept once all of it is, wherever keeping it was stopped, and is gone on with', async () => {
    for (let writes = 0; writes < 6; writes++) {
      kept.writes = writes;
      await expect(keepShell()).rejects.toThrow('closed');
      expect(await isTaken(), `after ${writes} writes`).toBe(false);
      for (const name of await kept.keys()) if (name.startsWith('banquise-shell')) await kept.delete(name);
    }
    kept.writes = 4;
    await expect(keepShell()).rejects.toThrow('closed');
    kept.writes = Infinity;
    await keepShell();
    expect(await isTaken()).toBe(true);
    expect([...kept.all.get('banquise-shell-v1')!.keys()].sort()).toEqual(
      ['', 'assets/a.js', 'index.html', 'shell.json'].map((file) => BASE + file),
    );
    expect(await kept.has('banquise-shell-v1-draft')).toBe(false);
  });
});

describe('the workers of the bots', () => {
  it('leave a core for everything else, and are few where memory is', () => {
    expect([undefined, 1, 2, 3, 4, 8, 64].map((cores) => botsBeside(cores))).toEqual([1, 1, 1, 2, 2, 2, 2]);
    expect(botsBeside(8, 2)).toBe(1);
  });
});
