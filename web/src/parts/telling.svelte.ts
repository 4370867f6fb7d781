// What a table says at this moment: what is to be done, what others did meanwhile, and how it ended.

import type { LiveTable } from '../core/table.svelte';
import { hasWord, t } from '../core/words.svelte';
import type { EventInfo, MoveInfo, Said } from '../protocol';
import { inARow, seatNames, told } from './names';
import { whose } from './traces';

/** A prompt of the rules tells what to type; where a board is drawn, its own words tell what to press. */
export function boardWord(key: string, legal: readonly MoveInfo[], knows: (key: string) => boolean): string {
  const own = key.replace(/^prompt\./, 'board.ask_');
  // Where no place is lit, nobody is told to go to one.
  const lit = legal.some((move) => move.parts && 'space' in move.parts);
  return [...(lit ? [] : [`${own}_still`]), own].find(knows) ?? key;
}

/** Sentences in which players are called by their names; `hidden`: the screen is covered between two of them. */
export class Telling {
  constructor(
    private live: () => LiveTable,
    private hidden: () => boolean,
  ) {}

  names = $derived.by(() => seatNames(this.live().table?.seats ?? []));

  say = (said: Said): string => {
    const table = this.live().table!;
    return told(table.game, said, table.seats, this.names);
  };
  sayAll = (event: EventInfo): string => inARow(event.said.map(this.say));

  /** What the rules ask of whoever looks. */
  ask = $derived.by(() => {
    const { prompt, table, legal } = this.live();
    if (!prompt || !table) return '';
    return this.say({ ...prompt, key: boardWord(prompt.key, legal, (key) => hasWord(table.game, key)) });
  });

  /** What others did since we moved last. */
  news = $derived.by(() => {
    const { events, mine, table } = this.live();
    const seats = table?.seats ?? [];
    const others = events.slice(events.findLastIndex((event) => mine.includes(event.by ?? -1)) + 1);
    const last = others.findLast((event) => {
      const seat = whose(event, seats);
      return event.said.length > 0 && seat !== null && !mine.includes(seat);
    });
    if (!last) return { text: '', colour: null };
    return { text: this.sayAll(last), colour: seats[whose(last, seats) ?? -1]?.colour ?? null };
  });

  prompt = $derived.by(() => {
    const { table, prompt, stepping, events, toAct } = this.live();
    if (!table) return '';
    if (table.status === 'open') {
      const late = table.seats.flatMap((one, seat) => (one.claimable || one.warned ? [this.names[seat]!] : []));
      if (late.length) return t('table.waiting_parts', { names: late.join(', ') });
      return `${t('table.waiting_seats')} ${t('table.not_started')}`;
    }
    if (prompt && !this.hidden()) return this.ask;
    if (stepping) return events.at(-1)?.said.map(this.say).at(-1) ?? '';
    if (!toAct.length || this.hidden()) return '';
    return t('table.wait_for', { names: toAct.map((seat) => this.names[seat]).join(', ') });
  });

  verdict = $derived.by(() => {
    const { table, events, mine } = this.live();
    const result = table?.result;
    if (!result) return '';
    // Alone it is the grade, as the rules give it.
    if (table.seats.length === 1) return events.at(-1)?.said.map(this.say).at(-1) ?? result.ending.text;
    const { winners } = result;
    if (winners.length === 0) return t('table.nobody_won');
    if (mine.length === 1 && winners.length === 1 && mine[0] === winners[0]) return t('table.won_you');
    const list = winners.map((seat) => this.names[seat]).join(', ');
    return t(winners.length > 1 ? 'table.won_many' : 'table.won', { names: list });
  });
}
