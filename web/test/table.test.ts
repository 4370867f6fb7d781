// What a table on the page does with what it hears, beside a socket that says what a server would.
import { describe, expect, it, vi } from 'vitest';
import type { Ahead, Foreseen } from '../src/core/ahead';
import type { Socket } from '../src/core/line';
import { Close } from '../src/protocol';
import { LiveTable } from '../src/core/table.svelte';

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = [];
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  get moves() {
    return this.sent.filter((message) => message.type === 'move');
  }
}

const view = (events: number[]) => ({
  type: 'view',
  seat: 0,
  since: 0,
  undos: 0,
  events: events.map((by, number) => ({ number, by, said: [], changes: [] })),
  view: {},
  legal: [{ code: 1, text: 'pass' }],
  to_act: [0],
  prompt: null,
});

const event = (number: number, by: number, move: string) => ({ number, by, move, said: [], changes: [] });
const news = (since: number, ...events: object[]) => ({ ...view([]), since, events });

function seated(foresee?: (wish: Ahead) => Promise<Foreseen | null>) {
  const socket = new FakeSocket();
  const live = new LiveTable('t', 'token', () => socket, foresee);
  live.start();
  socket.onopen?.(undefined as never);
  const seats = [{ kind: 'person' }, { kind: 'person' }];
  socket.says({ type: 'table', table: 't', status: 'running', you: [0], seats, notes: [], commitment: null });
  socket.says(view([]));
  return { socket, live };
}

describe('a table on the page', () => {
  it('sends nothing for a second tap while the first is on its way', () => {
    const { socket, live } = seated();
    void live.play('pass');
    void live.play('pass');
    expect(socket.moves).toHaveLength(1);
    socket.says(view([1])); // somebody else has moved meanwhile: ours is on its way still
    void live.play('pass');
    expect(socket.moves).toHaveLength(1);
  });
  it('sends the next move as soon as its own is in the log, though it was not answered yet', async () => {
    const { socket, live } = seated();
    const first = live.play('pass');
    socket.says(view([0]));
    void live.play('pass');
    expect(socket.moves).toHaveLength(2);
    socket.says({ type: 'done', id: socket.moves[0]!.id });
    await first;
    void live.play('pass');
    expect(socket.moves).toHaveLength(2); // the answer was to the first: the second is on its way
    expect(live.sent).toBe('pass');
  });
  it('comes back with what it saw; but with nothing of it, where its seats were taken from it', () => {
    vi.useFakeTimers();
    const { socket, live } = seated();
    socket.says(view([0, 1]));
    const back = (code: number) => {
      socket.onclose?.({ code });
      vi.advanceTimersByTime(1000);
      socket.onopen?.(undefined as never);
      return socket.sent.at(-1);
    };
    expect(back(1006)).toMatchObject({ type: 'hello', seen: 2 });
    expect(back(Close.TOKEN)).not.toHaveProperty('seen');
    live.stop();
    vi.useRealTimers();
  });
});

describe('a move that the rules in this browser tell ahead', () => {
  const mine = event(0, 0, 'pass') as Foreseen['events'][number];
  const foresee = (wish: Ahead) =>
    Promise.resolve({ events: wish.move === 'pass' ? [mine] : [], refused: null, paragraph: null });
  const moves = (live: LiveTable) => live.events.map((one) => one.move);

  it('is shown before the server has answered, once, and nothing can be pressed until it has', async () => {
    const { socket, live } = seated(foresee);
    void live.play('pass');
    await Promise.resolve();
    await Promise.resolve();
    expect(moves(live)).toEqual(['pass']);
    expect(live.legal).toEqual([]);
    socket.says(news(0, mine, event(1, 1, 'other')));
    expect(moves(live)).toEqual(['pass', 'other']);
    expect(live.legal).toHaveLength(1);
  });
  it('gives way to what the server tells', async () => {
    const { socket, live } = seated(foresee);
    void live.play('pass');
    await Promise.resolve();
    await Promise.resolve();
    socket.says(news(0, event(0, 1, 'other'))); // somebody was quicker
    expect(moves(live)).toEqual(['other']);
    socket.says(news(1, event(1, 0, 'pass')));
    expect(moves(live)).toEqual(['other', 'pass']);
  });
  it('is taken back when the server refuses it', async () => {
    const { socket, live } = seated(foresee);
    const made = live.play('pass');
    await Promise.resolve();
    await Promise.resolve();
    expect(moves(live)).toEqual(['pass']);
    socket.says({ type: 'refused', id: socket.moves[0]!.id, reason: { key: 'no', params: {}, text: 'No.' } });
    expect(await made).toBe(false);
    expect(moves(live)).toEqual([]);
    expect(live.legal).toHaveLength(1);
  });
  it('is refused at once for the reason of the rules, and the server is asked all the same', async () => {
    const refused = { key: 'wet', params: {}, text: 'Too wet.' };
    const { socket, live } = seated(() => Promise.resolve({ events: [], refused, paragraph: 'IL-1.1' }));
    void live.play('swim');
    await Promise.resolve();
    await Promise.resolve();
    expect(live.refusal).toEqual({ text: 'Too wet.', paragraph: 'IL-1.1' });
    expect(socket.moves).toHaveLength(1);
  });
});
