import { afterEach, describe, expect, it, vi } from 'vitest';
import { readPack } from '../src/local/pack';

const LISTED = { version: 'abc', files: { 'a.zip': { at: 'a.zip', bytes: 1, sha256: '' } } };

function host(...answers: Response[]): ReturnType<typeof vi.fn> {
  const asked = vi.fn(() => Promise.resolve(answers.shift() ?? Response.json(LISTED)));
  vi.stubGlobal('fetch', asked);
  return asked;
}
const busy = (seconds: string): Response => new Response('', { status: 503, headers: { 'retry-after': seconds } });

describe('the list of the pack', () => {
  afterEach(() => void (vi.unstubAllGlobals(), vi.useRealTimers()));

  it('is asked for again while the server packs it, which is told', async () => {
    vi.useFakeTimers();
    const asked = host(busy('1'), busy('1'));
    const progress = vi.fn();
    const found = readPack('https://host/pack/', progress);
    await vi.runAllTimersAsync();
    expect(await found).toEqual(LISTED);
    expect(asked).toHaveBeenCalledTimes(3);
    expect(progress.mock.calls).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  it('is missing at once where the server is busy with something else or for long', async () => {
    for (const answer of [new Response('', { status: 503 }), busy('3600'), new Response('', { status: 404 })]) {
      const asked = host(answer);
      await expect(readPack('https://host/pack/')).rejects.toMatchObject({ reason: 'missing' });
      expect(asked).toHaveBeenCalledTimes(1);
    }
  });
});
