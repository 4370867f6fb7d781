// An evening as this browser sees it: asked for again and again, with what opens one's seats there (a ticket) and, for
// whoever leads it, the right to. Both are kept here, and sent in bodies only.

import { ask, Trouble } from './api';
import { bearer, holdsCard, held, newKey, told } from './card.svelte';
import { sealed } from './fair';
import { evenings, remember, type MyRight } from './evenings';
import { address, go } from './router.svelte';
import { inWords, seatedAt } from './start';
import { note } from './tables.svelte';
import { figure, t } from './words.svelte';
import type { Evening, EveningWish, MyEvening } from '../players';

const LOOK_EVERY = 2_500; // milliseconds

/** Open an evening, keep the right to lead it, go there. */
export async function openEvening(wish: Omit<EveningWish, 'right'>): Promise<void> {
  const right = newKey();
  const { evening } = await ask<MyEvening>('/api/evenings', { ...wish, right });
  remember(evening.evening, { right, title: evening.title });
  go(address('evening', [evening.evening]));
}

export class LiveEvening {
  shown: MyEvening | null = $state.raw(null);
  trouble = $state('');
  missing = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  /** `watches`: a screen in the room, which asks for what everybody may see. */
  constructor(
    readonly name: string,
    private readonly watches = false,
  ) {}

  get mine(): MyRight | undefined {
    return this.watches ? undefined : evenings().get(this.name);
  }

  start(right?: string): void {
    if (right) remember(this.name, { right });
    void this.follow();
  }
  stop(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }
  private async follow(): Promise<void> {
    await this.look();
    if (!this.ended && !this.missing) this.timer = setTimeout(() => void this.follow(), LOOK_EVERY);
  }

  async look(): Promise<void> {
    const mine = this.mine;
    const adds = this.shown && this.shown.me !== null && !this.shown.adds ? await sealed() : '';
    const wish = { ticket: mine?.ticket ?? null, right: mine?.right ?? null, entropy: adds };
    await this.ask('look', wish, holdsCard() && !this.watches ? told(held.key!) : {});
  }
  async join(name: string): Promise<void> {
    const { ticket } = remember(this.name, {});
    await this.ask('join', { ticket, name, entropy: await sealed() }, await bearer());
    if (this.shown?.me != null) remember(this.name, { title: this.shown.evening.title });
  }
  async leave(): Promise<void> {
    await this.ask('leave', { ticket: this.mine?.ticket ?? null }, holdsCard() ? told(held.key!) : {});
  }
  /** Something that only whoever leads the evening may do. */
  async lead(what: 'rounds' | 'close' | 'leave' | 'end', body: Record<string, unknown>): Promise<void> {
    await this.ask(what, { ...body, right: this.mine?.right });
    if (!this.trouble) await this.look();
  }

  private async ask(what: string, body: unknown, headers: Record<string, string> = {}): Promise<void> {
    try {
      const found = await ask<MyEvening>(`/api/evenings/${encodeURIComponent(this.name)}/${what}`, body, { headers });
      if (what === 'look' || what === 'join') this.shown = found;
      this.trouble = '';
    } catch (error) {
      if (error instanceof Trouble && error.reason === 'no_evening') this.missing = true;
      else if (error instanceof Trouble && error.reason === 'too_few') this.trouble = t('evening.too_few');
      else if (error instanceof Trouble && error.reason === 'over') this.trouble = t('evening.over');
      else if (!(error instanceof Trouble && error.reason === 'begun')) this.trouble = inWords(error);
    }
  }

  /** Where we sit now: go there, with what opens the seat. */
  sit(): void {
    const { table, seat, card, evening } = this.shown!;
    const token = card ? null : this.mine!.ticket;
    seatedAt(evening.game, { table: table!, token, seats: [seat!], commitment: '' }, false);
    note(table!, { evening: evening.evening });
    go(address('table', [table!]));
  }
}

/** Twelfths of a point as people write them. */
export const pointsOf = (twelfths: number): string => figure(Math.round((100 * twelfths) / 12) / 100);

export const nameOf = (evening: Evening, person: number): string => evening.people[person]?.name ?? '';

const [ISOLATE, POP] = [String.fromCharCode(0x2068), String.fromCharCode(0x2069)];
/** A name in a sentence that may run the other way. */
export const apart = (name: string): string => `${ISOLATE}${name}${POP}`;

export const namesOf = (evening: Evening, people: readonly number[]): string =>
  people.map((person) => apart(nameOf(evening, person))).join(', ');

/** Which round is played, in words. */
export function roundOf(evening: Evening): string {
  const n = evening.rounds.length;
  if (evening.status === 'over') return t('evening.over');
  if (!n) return t('evening.gathering', { n: evening.people.filter((one) => !one.gone).length });
  return evening.planned ? t('evening.round_of', { n, all: evening.planned }) : t('evening.round', { n });
}

/** The link by which people come. */
export const linkTo = (name: string, query: Record<string, string> = {}): string =>
  `${location.origin}${location.pathname}${address('evening', [name], query)}`;
