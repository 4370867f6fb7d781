// Words in four languages: the house's own, and those of the games, which come from the games themselves.

import { gameMessages } from './api';
import { LANGUAGES, settings, type Language } from './settings.svelte';
import type { Key, Words } from '../words/en';
import type { Clock } from '../protocol';

export type Params = Record<string, string | number>;
export type Catalogue = Record<string, string>;

const houses: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('../words/en'),
  fr: () => import('../words/fr'),
  de: () => import('../words/de'),
  fa: () => import('../words/fa'),
};
// What only the pages behind the first one say: it comes with the first of them.
const rooms = ['club', 'evening', 'pages'];
const behind = import.meta.glob<{ default: Catalogue }>('../words/*/*.ts');
const messages = import.meta.glob<{ default: Catalogue }>('../generated/messages/*/*.json');

const spoken: { language: Language; house: Catalogue | null; games: Record<string, Catalogue> } = $state({
  language: 'en',
  house: null,
  games: {},
});
let whole = false; // are the words of the other pages spoken, too?

/** The language to speak: the one chosen, or the first of the browser's that we know. */
export function preferred(chosen: Language | null, browser: readonly string[]): Language {
  if (chosen) return chosen;
  for (const wish of browser) {
    const known = LANGUAGES.find((language) => wish.toLowerCase().startsWith(language));
    if (known) return known;
  }
  return 'en';
}

/** Make the page speak the chosen language; what was loaded of the games' words is loaded anew. */
export async function speak(): Promise<void> {
  const language = wished();
  const names = Object.keys(spoken.games);
  const [house, ...games] = await Promise.all([
    houseIn(language),
    ...names.map((name) => fetchMessages(language, name)),
  ]);
  spoken.house = house;
  spoken.language = language;
  names.forEach((name, i) => (spoken.games[name] = games[i]!));
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'fa' ? 'rtl' : 'ltr';
}

const wished = (): Language => preferred(settings.language, navigator.languages ?? [navigator.language]);

async function houseIn(language: Language): Promise<Catalogue> {
  const now = whole;
  const more = now ? rooms.map((room) => behind[`../words/${room}/${language}.ts`]!()) : [];
  const parts = await Promise.all([houses[language](), ...more]);
  return now === whole ? Object.assign({}, ...parts.map((part) => part.default)) : houseIn(language);
}

/** Load the words that the first page does without. */
export async function learnHouse(): Promise<void> {
  if (whole) return;
  whole = true;
  const language = spoken.language;
  const house = await houseIn(language);
  if (spoken.language === language) spoken.house = house;
}

/** Load the words of a game in the present language. */
export async function learnGame(name: string): Promise<void> {
  if (spoken.games[name]) return;
  spoken.games[name] = await fetchMessages(spoken.language, name);
}

async function fetchMessages(language: Language, name: string): Promise<Catalogue> {
  const load = messages[`../generated/messages/${language}/${name}.json`];
  return load ? (await load()).default : gameMessages(name, language);
}

export function language(): Language {
  return spoken.language;
}

/** A text of the house. A key that ends in .one is taken for one, if there is such a key. */
export function t(key: Key, params: Params = {}): string {
  const house = spoken.house;
  if (!house) return '';
  const one = 'n' in params && house[`${key}.one`] && rules(spoken.language).select(Number(params.n)) === 'one';
  return filled(house[one ? `${key}.one` : key] ?? key, params, house, spoken.language);
}

/** The words of one game, as its board asks for them. */
export function gameWords(name: string): (key: string, params?: Params) => string {
  return (key, params = {}) => {
    const words = spoken.games[name] ?? {};
    return filled(words[key] ?? key, params, words, spoken.language);
  };
}

export function hasWord(name: string, key: string): boolean {
  return key in (spoken.games[name] ?? {});
}

/** Notation in the letters of the reader's language, where a game has some of its own (as in kernel/speech.py). */
export function spelt(name: string, text: string): string {
  const words = spoken.games[name] ?? {};
  const isProgramme = (word: string): boolean =>
    /^[A-Z]+$/.test(word) && [...word].every((one) => `letter.${one}` in words);
  return text
    .split(' ')
    .map((word) =>
      isProgramme(word.replace(/-+$/, '')) ? word.replace(/[A-Z]/g, (one) => words[`letter.${one}`]!) : word,
    )
    .join(' ');
}

/** Parameters filled in: a value that starts with @ is itself a key, or several in a row (as in kernel/speech.py). */
export function filled(text: string, params: Params, words: Record<string, string>, lang: Language): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (typeof value === 'number') return figure(value, lang);
    if (!value.startsWith('@')) return value;
    return value
      .slice(1)
      .split('@')
      .map((key) => words[key] ?? key)
      .join('');
  });
}

const numbers = new Map<Language, Intl.NumberFormat>();
export function figure(value: number, lang: Language = spoken.language): string {
  if (!numbers.has(lang))
    numbers.set(lang, new Intl.NumberFormat(lang === 'fa' ? 'fa-IR' : lang, { useGrouping: false }));
  return numbers.get(lang)!.format(value);
}

const plurals = new Map<Language, Intl.PluralRules>();
function rules(lang: Language): Intl.PluralRules {
  if (!plurals.has(lang)) plurals.set(lang, new Intl.PluralRules(lang));
  return plurals.get(lang)!;
}

/** A moment as people say it: today's time, or the day; its year, if that is another. */
export function moment(milliseconds: number, lang: Language = spoken.language): string {
  const [then, now] = [new Date(milliseconds), new Date()];
  if (now.toDateString() === then.toDateString()) return timeOfDay(milliseconds, lang);
  return day(milliseconds, lang, now.getFullYear() === then.getFullYear() ? {} : { year: 'numeric' });
}
export const timeOfDay = (milliseconds: number, lang: Language = spoken.language): string =>
  inStyle(milliseconds, lang, { hour: '2-digit', minute: '2-digit' });
export const day = (
  milliseconds: number,
  lang: Language = spoken.language,
  more: Intl.DateTimeFormatOptions = { year: 'numeric' },
): string => inStyle(milliseconds, lang, { day: 'numeric', month: 'short', ...more });
function inStyle(milliseconds: number, lang: Language, style: Intl.DateTimeFormatOptions): string {
  const then = new Date(milliseconds);
  return new Intl.DateTimeFormat(lang === 'fa' ? 'fa-IR' : lang, style).format(then);
}

/** 75 seconds as 1:15, in the reader's digits. */
export function clockTime(seconds: number, lang: Language = spoken.language): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const long = whole >= 86400 ? { unit: 'day', seconds: 86400 } : { unit: 'hour', seconds: 3600 };
  if (whole >= 2 * 3600) {
    const locale = lang === 'fa' ? 'fa-IR' : lang;
    return new Intl.NumberFormat(locale, { style: 'unit', unit: long.unit }).format(Math.floor(whole / long.seconds));
  }
  const text =
    whole >= 3600
      ? `${Math.floor(whole / 3600)}:${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`
      : `${Math.floor(whole / 60)}:${pad(whole % 60)}`;
  return lang === 'fa' ? text.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!) : text;
}

/** Facts in a line. Between Persian figures a dot would be read as a zero. */
export const inALine = (facts: readonly string[]): string =>
  facts.filter(Boolean).join(spoken.language === 'fa' ? '، ' : ' · ');

/** A table's clock in words; nothing where there is none. */
export function clockWords({ kind, seconds = 0 }: Clock): string {
  if (kind === 'none') return '';
  if (kind === 'match') return t('set.clock_match', { n: seconds / 60 });
  return seconds >= 86400 ? t('set.clock_days', { n: seconds / 86400 }) : t('set.clock_move', { n: seconds });
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
