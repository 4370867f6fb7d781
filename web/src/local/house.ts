// The house of a page that has no server: a worker with Python, started when it is first needed.

import { packing } from '../core/reach.svelte';
import type { Socket } from '../core/line';
import { botsBeside, memory } from './bots';
import { AHEAD, type Failure, type FromHouse, type ToHouse, type ToThinker } from './messages';

class LocalSocket implements Socket {
  readonly local = true;
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(
    private house: LocalHouse,
    readonly line: number,
  ) {}

  send(text: string): void {
    this.house.tell({ kind: 'say', line: this.line, text });
  }

  close(): void {
    this.house.tell({ kind: 'hang up', line: this.line });
    this.house.lines.delete(this.line);
  }
}

export class HouseFailure extends Error {
  constructor(
    readonly reason: Failure,
    detail: string,
  ) {
    super(detail);
  }
}

export class LocalHouse {
  readonly lines = new Map<number, LocalSocket>();
  readonly ready: Promise<void>;
  private worker = new Worker(new URL('./house.worker.ts', import.meta.url), { type: 'module' });
  private answers = new Map<number, (answer: Response) => void>();
  private count = 0;
  readonly begun = performance.now();
  private bots: MessagePort[];
  private awake = 0;

  constructor(
    private base: string,
    quiet: boolean,
  ) {
    const lines = Array.from(
      { length: botsBeside(navigator.hardwareConcurrency, memory()) },
      () => new MessageChannel(),
    );
    const thinkers = lines.map((line) => line.port1);
    this.bots = lines.map((line) => line.port2);
    this.ready = new Promise((good, bad) => {
      this.worker.onmessage = ({ data }: MessageEvent<FromHouse>) => this.hear(data, good, bad);
      this.worker.onerror = (event) => bad(new HouseFailure('unknown', event.message));
    });
    this.worker.postMessage({ kind: 'start', base, thinkers, quiet } satisfies ToHouse, thinkers);
    // The bots start when the house stands: whoever waits for a table waits for one of the two.
    this.ready.then(
      () => quiet || this.wakeBots(),
      () => this.worker.terminate(),
    );
  }

  /** Let so many workers of the bots be there: one for whoever plays, all of them once a bear thinks. */
  private wakeBots(count = 1): void {
    for (; this.awake < Math.min(count, this.bots.length); this.awake++) {
      const port = this.bots[this.awake];
      const thinker = new Worker(new URL('./think.worker.ts', import.meta.url), { type: 'module' });
      thinker.postMessage({ kind: 'start', base: this.base, house: port } satisfies ToThinker, [port]);
    }
  }

  tell(message: ToHouse): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromHouse, good: () => void, bad: (error: Error) => void): void {
    if (message.kind === 'progress') Object.assign(packing, { done: message.done, all: message.all });
    else if (message.kind === 'ready') good();
    else if (message.kind === 'more bots') this.wakeBots(this.bots.length);
    else if (message.kind === 'failed') bad(new HouseFailure(message.reason, message.detail));
    else if (message.kind === 'answer') {
      const body = message.status === 204 ? null : message.text;
      const answer = new Response(body, { status: message.status, headers: { 'content-type': message.type } });
      this.answers.get(message.id)?.(answer);
      this.answers.delete(message.id);
    } else if (message.kind === 'heard') this.lines.get(message.line)?.onmessage?.({ data: message.text });
    else {
      this.lines.get(message.line)?.onclose?.({ code: message.code });
      this.lines.delete(message.line);
    }
  }

  request(address: string, init: RequestInit = {}): Promise<Response> {
    if (address !== AHEAD) this.wakeBots();
    return new Promise((answer) => {
      const id = this.count++;
      this.answers.set(id, answer);
      this.tell({ kind: 'request', id, method: init.method ?? 'GET', address, body: String(init.body ?? '') });
    });
  }

  socket(): Socket {
    this.wakeBots();
    const socket = new LocalSocket(this, this.count++);
    this.lines.set(socket.line, socket);
    this.tell({ kind: 'connect', line: socket.line });
    return socket;
  }
}

let house: LocalHouse | null = null;

/** The house, once it stands. What it takes until then is shown by `packing`; so is why it does not. */
export async function open(): Promise<LocalHouse> {
  if (packing.state !== 'ready' && packing.state !== 'fetching')
    Object.assign(packing, { state: 'fetching', done: 0, all: 0, failure: null });
  const now = (house ??= begun(false));
  try {
    await now.ready;
    if (packing.state !== 'ready') performance.measure('banquise: the house stands', { start: now.begun });
    packing.state = 'ready';
  } catch (error) {
    packing.state = 'failed';
    packing.failure = error instanceof HouseFailure ? error.reason : 'unknown';
    console.warn(String(error));
    throw error;
  }
  return now;
}

/** The rules in this browser, for a page that plays at a server: nothing is shown of it, and nothing is in its way. */
export async function openQuietly(): Promise<LocalHouse> {
  const now = (house ??= begun(true));
  await now.ready;
  return now;
}

function begun(quiet: boolean): LocalHouse {
  const now = new LocalHouse(new URL('pack/', document.baseURI).href, quiet);
  now.ready.catch(() => {
    if (house === now) house = null; // it can be tried again
  });
  return now;
}
