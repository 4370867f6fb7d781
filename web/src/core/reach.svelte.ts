// The way to the house: a server over the network, or, where the page came without one, a worker of this browser.
// Nobody else in the page knows which it is. A table that was made in this browser stays there, also when a server is
// found again.

import { Close } from '../protocol';
import { route } from './router.svelte';
import { mineAt } from './tables.svelte';
import type { Socket } from './line';
import type { Failure } from '../local/messages';

/** Is this a page without a server? `banquise site` writes so into it. */
export const here: boolean =
  typeof document !== 'undefined' && document.querySelector('meta[name="banquise-house"]') !== null;

const isLocal = (table: string): boolean => here || mineAt(table)?.local === true;

/** Does what the page shows live in this browser? */
export const isHere = (): boolean =>
  here || (['table', 'replay'].includes(route.page) && isLocal(route.parts[0] ?? ''));

/** How far the house of this browser has come, for whoever shows it. */
interface Packing {
  state: 'none' | 'fetching' | 'ready' | 'failed';
  done: number;
  all: number;
  failure: Failure | null;
}
export const packing: Packing = $state({ state: 'none', done: 0, all: 0, failure: null });

export async function reach(path: string, init?: RequestInit): Promise<Response> {
  if (!isHere()) return fetch(path, init);
  const { open } = await import('../local/house');
  return (await open()).request(path, init);
}

export function openLine(table: string): Socket {
  return isLocal(table) ? localLine() : (new WebSocket(socketAddress()) as unknown as Socket);
}

/** A line to the house of this browser: open as soon as the house is. */
function localLine(): Socket {
  let inner: Socket | null = null;
  let closed = false;
  const outer: Socket = {
    local: true,
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => inner?.send(text),
    close: () => {
      closed = true;
      inner?.close();
    },
  };
  import('../local/house')
    .then(({ open }) => open())
    .then(
      (house) => {
        if (closed) return;
        inner = house.socket();
        inner.onmessage = (event) => outer.onmessage?.(event);
        inner.onclose = (event) => outer.onclose?.(event);
        outer.onopen?.(undefined as never);
      },
      () => outer.onclose?.({ code: Close.RESTART }),
    );
  return outer;
}

export function socketAddress(): string {
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
}
