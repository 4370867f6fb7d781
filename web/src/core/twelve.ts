// A code that moves a card to another device: 88 bits, said in twelve words, each a byte; the twelfth is a check, so that
// a word misheard is noticed here and not by the server.

import { LANGUAGES, type Language } from './settings.svelte';

const lists: Record<Language, () => Promise<{ default: string[] }>> = {
  en: () => import('./twelve/en'),
  fr: () => import('./twelve/fr'),
  de: () => import('./twelve/de'),
  fa: () => import('./twelve/fa'),
};
export const BYTES = 11;

const check = (bytes: number[]): number => bytes.reduce((sum, byte, at) => (sum * 31 + byte + at) % 251, 7);
const bytesOf = (code: string): number[] => (code.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
const hex = (bytes: Iterable<number>): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export function newCode(): string {
  return hex(crypto.getRandomValues(new Uint8Array(BYTES)));
}

export async function inTwelve(code: string, language: Language): Promise<string[]> {
  const { default: list } = await lists[language]();
  const bytes = bytesOf(code);
  return [...bytes, check(bytes)].map((byte) => list[byte]!);
}

/** The code that twelve words say, in whichever language; null where they say none. */
export async function fromTwelve(text: string): Promise<string | null> {
  const said = text
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s,.;·]+/u)
    .filter(Boolean);
  if (said.length !== BYTES + 1) return null;
  for (const language of LANGUAGES) {
    const { default: list } = await lists[language]();
    const all = said.map((word) => list.indexOf(word));
    const bytes = all.slice(0, BYTES);
    if (!all.includes(-1) && check(bytes) === all[BYTES]) return hex(bytes);
  }
  return null;
}
