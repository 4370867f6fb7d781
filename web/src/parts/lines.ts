// The log in lines: what belongs together is one line, and what is said again is said shortly.

import { gameWords, language } from '../core/words.svelte';
import type { EventInfo, SeatInfo } from '../protocol';
import { inARow, told } from './names';
import { placesOf, whose } from './traces';

export interface Sentence {
  event: EventInfo;
  /** what stands in the log: the whole sentence, or what is new in it */
  text: string;
  full: string;
  place: string | null;
}
export interface Line {
  by: number | null;
  list: Sentence[];
}
const MOST = 12; // sentences of a line
const MARKS = { rtl: ['←', '، '], ltr: ['→', ', '] } as const;

/** Everything that a seat did in a row. */
export function lines(game: string, events: readonly EventInfo[], seats: SeatInfo[], names: string[]): Line[] {
  const found: Line[] = [];
  let before: EventInfo | null = null;
  for (const event of events) {
    if (!event.said.length) continue;
    const full = inARow(event.said.map((one) => told(game, one, seats, names)));
    const sentence = { event, text: full, full, place: placesOf(event.said)[0] ?? null };
    const by = whose(event, seats);
    const line = found.at(-1);
    if (line && line.by === by && by !== null && line.list.length < MOST)
      add(line, sentence, freshIn(game, event, before));
    else found.push({ by, list: [sentence] });
    before = event;
  }
  return found;
}

/** "Ada is dealt 15 → 4 → 11.": the stop goes to the end of what is said in one breath. */
function add(line: Line, sentence: Sentence, fresh: string): void {
  const last = line.list.at(-1)!;
  if (fresh) {
    last.text = last.text.replace(/\.$/, '');
    sentence.text = `${MARKS[language() === 'fa' ? 'rtl' : 'ltr'][0]} ${fresh}.`;
  }
  line.list.push(sentence);
}

/** What an event tells that the one before it did not; nothing, where it is another sentence. */
function freshIn(game: string, event: EventInfo, before: EventInfo | null): string {
  const [now, then] = [event.said[0]!, before?.said[0]];
  if (event.said.length > 1 || before?.said.length !== 1 || now.key !== then!.key) return '';
  const fresh = Object.keys(now.params).filter((name) => now.params[name] !== then!.params[name]);
  const words = fresh.map((name) => gameWords(game)(`{${name}}`, now.params));
  return words.join(MARKS[language() === 'fa' ? 'rtl' : 'ltr'][1]);
}
