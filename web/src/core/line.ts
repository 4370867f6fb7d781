// The line to one table: a WebSocket that comes back by itself, says hello with what was seen, and repeats what was not
// answered. Commands carry ids, so that a repeated one is done once.

import { Close, type FromClient, type ToClient } from '../protocol';

export type LineState = 'connecting' | 'open' | 'lost' | 'offline' | 'restart' | 'gone' | 'closed' | 'version';

/** What we need of a WebSocket; tests give their own. */
export interface Socket {
  readonly local?: boolean; // it needs no network
  send(text: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Listener {
  hello(): Extract<FromClient, { type: 'hello' }>;
  heard(message: ToClient): void;
  state(state: LineState, again: boolean): void;
  shut?(): void; // our seats were taken from us
}

type Command = Exclude<FromClient, { type: 'hello' } | { type: 'ping' }>;
type Answer = Extract<ToClient, { id: string }>;

/** After these nothing comes: no such table, or nobody may watch it, or not by this client. */
const ENDS: Partial<Record<string, LineState>> = {
  no_table: 'gone',
  token: 'gone',
  closed: 'closed',
  protocol: 'version',
};
const WAITS = [200, 500, 1000, 2000, 4000, 8000];
const QUIET = 8_000; // a ping after so long a silence
const DEAD = 4_000; // no answer to it

export class Line {
  private socket: Socket | null = null;
  private attempt = 0;
  private opened = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private ready = false;
  private waiting = new Map<string, { command: Command; answer: (answer: Answer) => void }>();

  constructor(
    private open: () => Socket,
    private listener: Listener,
    private random: () => number = Math.random,
  ) {}

  start(): void {
    this.connect();
    if (typeof addEventListener !== 'undefined') {
      addEventListener('online', this.hurry);
      addEventListener('offline', this.cut);
      document.addEventListener('visibilitychange', this.hurry);
    }
  }

  stop(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.pulse);
    this.socket?.close();
    if (typeof removeEventListener !== 'undefined') {
      removeEventListener('online', this.hurry);
      removeEventListener('offline', this.cut);
      document.removeEventListener('visibilitychange', this.hurry);
    }
  }

  /** Send a command; the answer comes once it is on disk or refused, even over several connections. */
  ask(command: Command): Promise<Answer> {
    return new Promise((answer) => {
      this.waiting.set(command.id, { command, answer });
      if (this.ready) this.send(command);
    });
  }

  get unanswered(): number {
    return this.waiting.size;
  }

  private hurry = (): void => {
    if (this.ended || this.socket || (typeof document !== 'undefined' && document.hidden)) return;
    clearTimeout(this.timer);
    this.connect();
  };

  /** The browser knows that there is no network: nothing has to be waited for. */
  private cut = (): void => {
    const socket = this.socket;
    if (this.ended || !socket || socket.local) return;
    this.closed(1006);
    socket.onclose = null;
    socket.close();
  };

  private connect(): void {
    this.listener.state('connecting', this.opened > 0);
    const socket = this.open();
    this.socket = socket;
    this.ready = false;
    socket.onopen = () => {
      this.send(this.listener.hello());
      this.listen();
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.hear(String(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.closed(event.code);
    };
  }

  private hear(text: string): void {
    this.listen();
    const message = JSON.parse(text) as ToClient;
    if (message.type === 'error') {
      const end = ENDS[message.code];
      if (end) {
        this.ended = true;
        this.listener.state(end, true);
      }
      this.listener.heard(message);
      return;
    }
    if (message.type === 'table' && !this.ready) this.welcomed();
    this.listener.heard(message);
    if ('id' in message) {
      const asked = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      asked?.answer(message);
    }
  }

  /** The first table message: we are in, and whatever was not answered is said again. */
  private welcomed(): void {
    this.ready = true;
    this.attempt = 0;
    this.opened += 1;
    this.listener.state('open', this.opened > 1);
    for (const { command } of this.waiting.values()) this.send(command);
  }

  private closed(code: number): void {
    this.socket = null;
    this.ready = false;
    clearTimeout(this.pulse);
    if (this.ended) return;
    if (code === Close.NO_TABLE) {
      this.ended = true;
      this.listener.state('gone', true);
      return;
    }
    if (code === Close.TOKEN) this.listener.shut?.();
    const offline = typeof navigator !== 'undefined' && navigator.onLine === false;
    this.listener.state(offline ? 'offline' : code === Close.RESTART ? 'restart' : 'lost', this.opened > 0);
    const wait = WAITS[Math.min(this.attempt, WAITS.length - 1)]!;
    this.attempt += 1;
    this.timer = setTimeout(() => this.connect(), wait * (0.75 + this.random() / 2));
  }

  /** Somebody spoke; after a long silence we ask whether the other end is still there. */
  private listen(): void {
    clearTimeout(this.pulse);
    this.pulse = setTimeout(() => {
      this.send({ type: 'ping' });
      this.pulse = setTimeout(() => {
        this.cut();
      }, DEAD);
    }, QUIET);
  }

  private send(message: FromClient): void {
    try {
      this.socket?.send(JSON.stringify(message));
    } catch {
      // A socket that has just died; its close event follows.
    }
  }
}

/** A fresh id for a command. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
