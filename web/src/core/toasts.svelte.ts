// Short notices that go by themselves, and what a screen reader is told.

export interface Toast {
  id: number;
  text: string;
  colour?: string;
}

export const toasts: { list: Toast[] } = $state({ list: [] });
/** What a screen reader is told: sentences one under the other, each read once as it is added, and what cannot wait. */
export const voice: { said: { id: number; text: string }[]; urgent: string } = $state({ said: [], urgent: '' });
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

const KEPT = 200; // sentences; older ones have long been read
/** Tell a screen reader, once and in order, however quickly the sentences come. */
export function announce(text: string): void {
  voice.said = [...voice.said, { id: next++, text }].slice(-KEPT);
}

export function alertNow(text: string): void {
  voice.urgent = '';
  setTimeout(() => (voice.urgent = text), 30);
}

/** Nothing more is said of what was: the screen goes to somebody else. */
export function hush(): void {
  voice.said = [];
  voice.urgent = '';
  toasts.list = [];
}
