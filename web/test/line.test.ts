// The line to a table: it comes back by itself, says what it has seen, repeats what was not answered, does it once.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Line, newId, type LineState, type Socket } from '../src/core/line';
import type { ToClient } from '../src/protocol';

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  open() {
    this.onopen?.(undefined as never);
  }
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  dies(code: number) {
    this.onclose?.({ code });
  }
}

function begin() {
  const sockets: FakeSocket[] = [];
  const states: [LineState, boolean][] = [];
  const heard: ToClient[] = [];
  let seen = 0;
  const line = new Line(
    () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    {
      hello: () => ({ type: 'hello', protocol: 1, table: 'abc', token: 't', seen }),
      heard: (message) => {
        heard.push(message);
        seen += 1;
      },
      state: (state, again) => states.push([state, again]),
    },
    () => 0.5,
  );
  line.start();
  return { line, sockets, states, heard };
}

const table = { type: 'table' };

describe('the line to a table', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('says hello first, and nothing else before it is welcomed', () => {
    const { line, sockets } = begin();
    void line.ask({ type: 'move', id: 'one', move: 'GA' });
    expect(sockets[0]!.sent).toEqual([]);
    sockets[0]!.open();
    expect(sockets[0]!.sent.map((message) => message.type)).toEqual(['hello']);
    sockets[0]!.says(table);
    expect(sockets[0]!.sent.map((message) => message.type)).toEqual(['hello', 'move']);
    line.stop();
  });

  it('comes back after a kill, says what it has seen, and repeats the move that was not answered under the same id', async () => {
    const { line, sockets, states } = begin();
    sockets[0]!.open();
    sockets[0]!.says(table);
    const answer = line.ask({ type: 'move', id: 'two', move: 'GA' });
    sockets[0]!.dies(1006);
    expect(states.at(-1)).toEqual(['lost', true]);
    vi.advanceTimersByTime(250);
    expect(sockets).toHaveLength(2);
    sockets[1]!.open();
    expect(sockets[1]!.sent[0].seen).toBe(1);
    sockets[1]!.says(table);
    expect(states.at(-1)).toEqual(['open', true]);
    expect(sockets[1]!.sent.filter((message) => message.id === 'two')).toHaveLength(1);
    sockets[1]!.says({ type: 'done', id: 'two' });
    expect((await answer).type).toBe('done');
    expect(line.unanswered).toBe(0);
    line.stop();
  });

  it('waits longer each time the server is not there', () => {
    const { line, sockets } = begin();
    const waits = [200, 500, 1000, 2000];
    for (const wait of waits) {
      const before = sockets.length;
      sockets.at(-1)!.dies(1006);
      vi.advanceTimersByTime(wait - 1);
      expect(sockets).toHaveLength(before);
      vi.advanceTimersByTime(2);
      expect(sockets).toHaveLength(before + 1);
    }
    line.stop();
  });

  it('tells a restart from a loss, and does not come back to a table that is gone', () => {
    const { line, sockets, states } = begin();
    sockets[0]!.open();
    sockets[0]!.says(table);
    sockets[0]!.dies(1012);
    expect(states.at(-1)![0]).toBe('restart');
    vi.advanceTimersByTime(300);
    sockets[1]!.open();
    sockets[1]!.says({ type: 'error', code: 'no_table', text: '' });
    sockets[1]!.dies(4004);
    expect(states.at(-1)![0]).toBe('gone');
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(2);
    line.stop();
  });

  it('asks after a long silence, and gives up on a server that does not answer', () => {
    const { line, sockets } = begin();
    sockets[0]!.open();
    sockets[0]!.says(table);
    vi.advanceTimersByTime(25_001);
    expect(sockets[0]!.sent.at(-1)).toEqual({ type: 'ping' });
    vi.advanceTimersByTime(12_001);
    expect(sockets[0]!.closed).toBe(true);
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
    line.stop();
  });

  it('gives every command an id that the protocol takes', () => {
    for (let i = 0; i < 100; i++) expect(newId()).toMatch(/^[A-Za-z0-9_-]{1,40}$/);
  });
});
