// People who meet and who keep apart: how many are here, invitations, and whom one does not want to hear.

import { ask } from './api';
import { asPlayer, bearer, holdsCard } from './card.svelte';
import { keep, parsedEntries, recall } from './kept';
import { isHere } from './reach.svelte';
import type {
  Acquaintances,
  Counts,
  Invitations,
  ReportWish,
  ShunnedInfo,
  ShunnedPeople,
  ShunnedSeat,
} from '../meeting';

export type How = ShunnedSeat['how'];
const COUNT_EVERY = 10_000; // milliseconds
const LOOK_EVERY = 15_000;

/** Do something now, and again and again while somebody looks at the page; ends when the page is left. */
function again(every: number, what: () => Promise<void>): () => void {
  const look = (): void => {
    if (!document.hidden) void what().catch(() => {});
  };
  look();
  const timer = setInterval(look, every);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

// Who is here --------------------------------------------------------------------------------------

export const crowd: { counts: Counts | null } = $state({ counts: null });
/** Keep the counts fresh. The browser brings the tag of what it has, and is sent them only when they have changed. */
export const countPeople = (): (() => void) =>
  isHere() ? () => {} : again(COUNT_EVERY, async () => void (crowd.counts = await ask<Counts>('/api/counts')));
/** How many wait for a game, at one pace or at any. */
export function waitingFor(game: string, pace?: string): number {
  const waiting = crowd.counts?.games.find((one) => one.game === game)?.waiting ?? {};
  return pace ? (waiting[pace] ?? 0) : Object.values(waiting).reduce((sum, count) => sum + count, 0);
}

// Invitations --------------------------------------------------------------------------------------

export const invitations: { all: Invitations } = $state({ all: { received: [], sent: [] } });
/** What became of an invitation, in words. */
export const BECAME = {
  waiting: 'meet.state_waiting',
  declined: 'meet.state_declined',
  accepted: 'meet.state_accepted',
} as const;
const shown = (all: Invitations): void => void (invitations.all = all);
export const lookForInvitations = (): (() => void) =>
  again(LOOK_EVERY, async () => {
    if (holdsCard() && !isHere()) shown(await asPlayer<Invitations>('/me/invitations'));
  });
export const peopleMet = (): Promise<Acquaintances> => asPlayer('/me/people');
export const invite = async (player: string, table: string): Promise<void> =>
  shown(await asPlayer<Invitations>('/me/invitations', { player, table }));
export const decline = async (invitation: string): Promise<void> =>
  shown(await asPlayer<Invitations>('/me/invitations/decline', { invitation }));
export const withdraw = async (invitation: string): Promise<void> =>
  shown(await asPlayer<Invitations>('/me/invitations/withdraw', { invitation }));

// Keeping apart ------------------------------------------------------------------------------------

export const shunnedPeople = async (): Promise<ShunnedInfo[]> => (await asPlayer<ShunnedPeople>('/me/shunned')).people;
export const shunPlayer = async (player: string, how: How | null): Promise<ShunnedInfo[]> =>
  (await asPlayer<ShunnedPeople>('/me/shunned', { player, how })).people;

/** Tell the operator of a line or of a name; with one's card, if one has any. */
export const report = async (wish: ReportWish): Promise<void> => {
  await ask('/api/reports', wish, { headers: holdsCard() ? await bearer() : {} });
};

const MOST_TABLES = 40;
interface Silenced {
  name: string;
  how: How;
}
type Seats = Record<number, Silenced>;
const isSilenced = (one: Partial<Silenced> | null): boolean =>
  typeof one?.name === 'string' && (one.how === 'block' || one.how === 'mute');

/** Guests who are not heard at a table, as this browser keeps them. */
export function readUnheard(kept: string | null): Record<string, Seats> {
  const tables = parsedEntries(kept).filter(
    ([, seats]) => typeof seats === 'object' && seats !== null && Object.values(seats).every(isSilenced),
  );
  return Object.fromEntries(tables.slice(-MOST_TABLES)) as Record<string, Seats>;
}

/** Whom one does not want to hear at one table: players by their cards, guests by their seat and name. */
export class Manners {
  private byCard: ShunnedSeat[] = $state([]);
  private byName: Seats = $state({});

  constructor(private table: string) {
    this.byName = readUnheard(recall('unheard'))[table] ?? {};
  }

  /** Ask who of those here is blocked or muted. */
  async look(): Promise<void> {
    if (!holdsCard() || isHere()) return;
    const path = `/me/shunned?table=${encodeURIComponent(this.table)}`;
    this.byCard = (await asPlayer<ShunnedPeople>(path)).seats;
  }

  of(seat: number | null, name: string): How | null {
    const card = this.byCard.find((one) => one.seat === seat);
    if (card) return card.how;
    const guest = seat === null ? undefined : this.byName[seat];
    return guest?.name === name ? guest.how : null;
  }

  /** Block or mute whoever sits on a seat; null: hear them again. Does it hold at other tables too? */
  async shun(seat: number, name: string, how: How | null): Promise<boolean> {
    let lasts = false;
    if (holdsCard()) {
      const told = await asPlayer<ShunnedPeople>('/me/shunned', { table: this.table, seat, how });
      this.byCard = told.seats;
      lasts = told.lasts;
    }
    this.keepGuest(seat, lasts || !how ? null : { name, how });
    return lasts;
  }

  private keepGuest(seat: number, silenced: Silenced | null): void {
    const rest = Object.entries(this.byName).filter(([one]) => Number(one) !== seat);
    this.byName = Object.fromEntries(silenced ? [...rest, [seat, silenced]] : rest);
    const tables = readUnheard(recall('unheard'));
    delete tables[this.table];
    keep('unheard', { ...tables, [this.table]: $state.snapshot(this.byName) });
  }
}
