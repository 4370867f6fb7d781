// Short notices that go by themselves, and what a screen reader is told.

export interface Toast {
  id: number;
  text: string;
  colour?: string;
}

export const toasts: { list: Toast[] } = $state({ list: [] });
export const voice: { polite: string; urgent: string } = $state({ polite: '', urgent: '' });
let next = 0;

/** Show a notice for a few seconds; never more than three at once. */
export function toast(text: string, colour?: string): void {
  const id = next++;
  toasts.list = [...toasts.list, { id, text, colour }].slice(-3);
  setTimeout(() => dismiss(id), 3200 + text.length * 35);
}

export function dismiss(id: number): void {
  toasts.list = toasts.list.filter((entry) => entry.id !== id);
}

let pending: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** Tell a screen reader; sentences that come together are read together. */
export function announce(text: string): void {
  pending.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    voice.polite = pending.slice(-8).join(' ');
    pending = [];
  }, 250);
}

export function alertNow(text: string): void {
  voice.urgent = '';
  setTimeout(() => (voice.urgent = text), 30);
}

/** Nothing more is said of what was: the screen goes to somebody else. */
export function hush(): void {
  clearTimeout(timer);
  pending = [];
  voice.polite = '';
  voice.urgent = '';
  toasts.list = [];
}
