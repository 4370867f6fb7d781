// What a table on the page does with what it hears, beside a socket that says what a server would.
import { describe, expect, it } from 'vitest';
import type { Socket } from '../src/core/line';
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

function seated() {
  const socket = new FakeSocket();
  const live = new LiveTable('t', 'token', () => socket);
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
});
