// The worker of the house: Python with the server's own tables. A page talks to it as it would to a server.

import { disk } from './disk';
import { AHEAD, STANDS, type FromHouse, type ToHouse } from './messages';
import { PackTrouble } from './pack';
import { bytesOf, startPython } from './python';

interface House {
  open(): Promise<void>;
  request(method: string, address: string, body: string): Promise<{ toJs(): [number, string, string] }>;
  connect(line: number): void;
  hear(line: number, text: string): void;
  hang_up(line: number): void;
}

/** The browser keeps nothing for this page, so no match could be kept either. */
class NoDisk extends Error {}

const tell = (message: FromHouse): void => self.postMessage(message);
let house: Promise<House> | null = null;
let opening: Promise<House> | null = null;

type Ask = (asked: unknown) => Promise<Uint8Array>;

/** Ask a worker of the bots; its answers come in the order of the questions. */
function asking(thinker: MessagePort, stands: (ask: Ask) => void): Ask {
  const waiting: ((answer: Uint8Array) => void)[] = [];
  thinker.onmessage = ({ data }: MessageEvent<Uint8Array | typeof STANDS>) =>
    data === STANDS ? stands(ask) : waiting.shift()?.(data);
  const ask: Ask = (asked) =>
    new Promise((answer) => {
      waiting.push(answer);
      thinker.postMessage(bytesOf(asked).slice());
    });
  return ask;
}

/** The bots of src/banquise/site/browser/thinkers.py: the first can be asked from the start, others once they stand. */
function botsBehind([first, ...others]: MessagePort[]) {
  const standing = [asking(first, () => {})];
  for (const other of others) asking(other, (ask) => standing.push(ask));
  return {
    count: (): number => standing.length,
    more: (): void => tell({ kind: 'more bots' }),
    ask: (number: number, asked: unknown): Promise<Uint8Array> => standing[number](asked),
  };
}

/** Without a disk nothing could be kept: that is said before anything is fetched. */
const reachDisk = (): Promise<unknown> =>
  disk.cards().catch((error: unknown) => Promise.reject(new NoDisk(String(error))));

async function start(base: string, thinkers: MessagePort[], quiet: boolean): Promise<House> {
  if (typeof WebAssembly === 'undefined') throw new Error('this browser has no WebAssembly');
  if (!quiet) await reachDisk();
  const python = await startPython(base, (done, all) => tell({ kind: 'progress', done, all }));
  const page = {
    send: (line: number, text: string) => tell({ kind: 'heard', line, text }),
    close: (line: number, code: number) => tell({ kind: 'closed', line, code }),
  };
  return python.pyimport('banquise.site.browser.house').LocalHouse(disk, botsBehind(thinkers), page) as House;
}

/** The house with its matches, opened once. */
function opened(): Promise<House> {
  opening ??= house!.then(async (found) => {
    await reachDisk();
    await found.open();
    return found;
  });
  return opening;
}

function failure(error: unknown): FromHouse {
  const detail = String(error);
  if (error instanceof PackTrouble) return { kind: 'failed', reason: error.reason, detail };
  if (error instanceof NoDisk) return { kind: 'failed', reason: 'no_disk', detail };
  return { kind: 'failed', reason: typeof WebAssembly === 'undefined' ? 'no_wasm' : 'unknown', detail };
}

self.onmessage = async ({ data }: MessageEvent<ToHouse>) => {
  if (data.kind === 'start') {
    house = start(data.base, data.thinkers, data.quiet);
    (data.quiet ? house : opened()).then(
      () => tell({ kind: 'ready' }),
      (error: unknown) => tell(failure(error)),
    );
    return;
  }
  const open = await (data.kind === 'request' && data.address === AHEAD ? house! : opened());
  if (data.kind === 'request') {
    const [status, type, text] = (await open.request(data.method, data.address, data.body)).toJs();
    tell({ kind: 'answer', id: data.id, status, type, text });
  } else if (data.kind === 'connect') open.connect(data.line);
  else if (data.kind === 'say') open.hear(data.line, data.text);
  else open.hang_up(data.line);
};
