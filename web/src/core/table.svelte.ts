// One table as this page sees it: what the server said, shown step by step so that a watcher can follow.

import { foresee, type Ahead, type Foreseen } from './ahead';
import { held, taken } from './card.svelte';
import { isFair, sealed, toReveal, toSeal } from './fair';
import { Line, newId, type LineState, type Socket } from './line';
import { Playback } from './playback.svelte';
import { openLine } from './reach.svelte';
import { mineAt, note, remember } from './tables.svelte';
import { language } from './words.svelte';
import { PROTOCOL } from '../protocol';
import type {
  EventInfo,
  Hello,
  Hinted,
  MoveInfo,
  NoteInfo,
  Position,
  Refused,
  Said,
  Table,
  ToClient,
  View,
} from '../protocol';

export interface Refusal {
  text: string;
  paragraph: string | null;
}

/** A move before it is made: what the log would tell of it, and why the rules would refuse it. */
export interface Foretold {
  said: Said[];
  refusal: Refusal | null;
}

/** What one pair of eyes at the table has been sent. */
interface Eyes {
  last: View;
  events: EventInfo[];
}

const STEP = 430; // milliseconds an event stays before the next, at usual speed
const MOST_BEHIND = 60; // events; further behind than this, we jump

export class LiveTable {
  table: Table | null = $state(null);
  line: LineState = $state('connecting');
  again = $state(false); // connected before
  notes: NoteInfo[] = $state([]);
  refusal: Refusal | null = $state(null);
  sending = $state(0);
  /** Was chance as it was sealed? Known when the match is over, and if we have something to compare. */
  fair = $state<boolean | null>(null);
  private adding = false; // our part of chance is on its way
  /** The move that is on its way to the server; until it is answered no other is sent. */
  sent: string | null = $state(null);
  private sends = 0;
  /** What we show of our own move already, as the rules in this browser tell it, and the server has not said yet. */
  private ahead: EventInfo[] = [];
  /** The seat whose eyes the page looks through, null for a spectator. */
  seat: number | null = $state(null);
  events: EventInfo[] = $state.raw([]); // as far as they are shown
  view: View | null = $state.raw(null); // the newest
  legal: MoveInfo[] = $state.raw([]);
  prompt: Said | null = $state.raw(null);
  toAct: number[] = $state([]); // seats, as the newest view says
  clockAt = 0; // when the newest view came

  /** Called for each event as it is shown (`skipped`: as it is passed over), and for each note as it comes. */
  onEvent: (event: EventInfo, table: Table, skipped: boolean) => void = () => {};
  onNote: (entry: NoteInfo, table: Table) => void = () => {};

  private eyes = new Map<number | null, Eyes>();
  private playback = new Playback(STEP, {
    tell: (event) => this.tell(event),
    // The last event settles at once: its board animates by itself, and the next move need not wait for it.
    holds: (_, next) => next !== undefined,
    end: () => this.settle(),
  });
  private wire: Line;
  private fresh = true;

  constructor(
    readonly name: string,
    private token: string | null, // none, or an empty one, where the player's card opens the seats
    open: () => Socket = () => openLine(name),
    private rules: (wish: Ahead) => Promise<Foreseen | null> = foresee,
  ) {
    this.wire = new Line(open, {
      hello: () => this.hello(),
      heard: (message) => this.heard(message),
      state: (state, again) => {
        this.line = state;
        this.again = again;
      },
      shut: () => this.forgetSeats(),
    });
  }

  start(): void {
    this.wire.start();
  }

  stop(): void {
    this.playback.drop();
    this.wire.stop();
  }

  get shown(): Position | null {
    return this.playback.shown;
  }

  get stepping(): boolean {
    return this.playback.stepping;
  }

  get mine(): number[] {
    return this.table?.you ?? [];
  }

  get over(): boolean {
    return this.table?.status === 'over';
  }

  /** The seats of others who are away, or keep back their part of chance: we need not wait for them. */
  get waited(): number[] {
    const seats = this.table?.seats ?? [];
    return [...seats.keys()].filter((seat) => seats[seat]!.claimable && !this.mine.includes(seat));
  }

  // What we say ------------------------------------------------------------------------------------

  private hello(): Hello {
    const only = this.eyes.size === 1 ? [...this.eyes.values()][0]! : null;
    return {
      type: 'hello',
      protocol: PROTOCOL,
      table: this.name,
      token: this.token || null,
      ...(!this.token && held.key !== null ? { card: held.key } : {}),
      language: language(),
      ...(only ? { seen: only.events.length, undos: only.last.undos } : {}),
      ...(this.notes.length ? { notes: this.notes[this.notes.length - 1]!.number + 1 } : {}),
    };
  }

  /** The card was taken from this device: what our seats saw is put away, and we come back as one who watches. */
  private forgetSeats(): void {
    if (!this.token) taken();
    this.playback.drop();
    this.eyes.clear();
    this.ahead = [];
    this.fresh = true;
  }

  private async ask(command: Parameters<Line['ask']>[0]): Promise<boolean> {
    this.sending += 1;
    this.refusal = null;
    const answer = await this.wire.ask(command);
    this.sending -= 1;
    if (answer.type === 'refused') this.refuse(answer);
    return answer.type === 'done';
  }

  private refuse(answer: Refused): void {
    this.refusal = { text: answer.reason.text, paragraph: answer.paragraph };
  }

  /** Send a move; was it made? A second tap while the first is on its way sends nothing. */
  async play(text: string): Promise<boolean> {
    if (this.sent !== null) return false;
    this.sent = text;
    const number = ++this.sends;
    const seen = this.eyes.get(this.seat)?.events.length ?? 0;
    const asked = this.ask({ type: 'move', id: newId(), seat: this.seat, move: text, seen });
    void this.lookAhead(text, number);
    const made = await asked;
    if (number === this.sends) this.sent = null;
    if (!made && this.ahead.length) this.recall();
    return made;
  }

  /** Show what follows from our move by what we see; all else waits for the server, whose word counts. */
  private async lookAhead(move: string, number: number): Promise<void> {
    const { table, seat } = this;
    const eyes = this.eyes.get(seat);
    if (!table || !eyes || seat === null || this.mine.length !== 1) return;
    const { game, options, seats } = table;
    const wish = { game, options, seats: seats.length, view: eyes.last.view, seat, move, seen: eyes.events.length };
    const told = await this.rules({ ...wish, language: language() }).catch(() => null);
    if (!told || number !== this.sends || this.sent !== move || this.eyes.get(seat) !== eyes) return;
    if (told.refused) this.refusal = { text: told.refused.text, paragraph: told.paragraph };
    this.ahead = told.events;
    if (told.events.length) this.playback.walk(told.events);
  }

  /** What was shown ahead has not happened. */
  private recall(): void {
    this.ahead = [];
    this.catchUp();
  }

  async preview(text: string): Promise<Record<string, unknown>> {
    const answer = await this.wire.ask({ type: 'preview', id: newId(), seat: this.seat, move: text });
    if (answer.type === 'previewed') return answer.preview;
    throw new Error(answer.type === 'refused' ? answer.reason.text : '');
  }

  async foretell(text: string): Promise<Foretold> {
    const answer = await this.wire.ask({ type: 'preview', id: newId(), seat: this.seat, move: text });
    if (answer.type !== 'previewed') return { said: [], refusal: null };
    const refusal = answer.refused ? { text: answer.refused.text, paragraph: answer.paragraph } : null;
    return { said: answer.said, refusal };
  }

  /** What the best bot would do in our place; nothing, if it was refused, which is told. */
  async hint(): Promise<Hinted | null> {
    this.refusal = null;
    const answer = await this.wire.ask({ type: 'hint', id: newId(), seat: this.seat });
    if (answer.type === 'refused') this.refuse(answer);
    return answer.type === 'hinted' ? answer : null;
  }

  undo = () => this.ask({ type: 'undo', id: newId(), seat: this.seat });
  consent = (yes: boolean, seat: number) => this.ask({ type: 'consent', id: newId(), seat, yes });
  chat = (text: string) => this.ask({ type: 'chat', id: newId(), seat: this.seat, text });
  resign = () => this.ask({ type: 'resign', id: newId(), seat: this.seat });
  leave = () => this.ask({ type: 'leave', id: newId() });
  claim = (of: number) => this.ask({ type: 'claim', id: newId(), seat: this.seat, of });
  deputy = (level: string) => this.ask({ type: 'deputy', id: newId(), seat: this.seat, level });
  back = () => this.ask({ type: 'back', id: newId() });
  rematch = async () => this.ask({ type: 'rematch', id: newId(), seat: this.seat, entropy: await sealed() });

  // What we hear -----------------------------------------------------------------------------------

  private heard(message: ToClient): void {
    if (message.type === 'table') this.hearTable(message);
    else if (message.type === 'view') this.hearView(message);
    else if (message.type === 'error' && !['no_table', 'token', 'protocol', 'closed'].includes(message.code)) {
      this.refusal = { text: message.text, paragraph: null };
    }
  }

  private hearTable(table: Table): void {
    const first = this.table === null;
    this.table = table;
    const known = this.notes.length ? this.notes[this.notes.length - 1]!.number : -1;
    for (const entry of table.notes) {
      if (entry.number <= known) continue;
      this.notes.push(entry);
      if (!first) this.onNote(entry, table);
    }
    if (first) this.seat = table.you[0] ?? null;
    else if (this.seat !== null && !table.you.includes(this.seat)) this.look(table.you[0] ?? null);
    this.keep(table);
    void this.beFair(table);
  }

  /** Note how it stands; and the seats that our card opens, where they were taken on another device. */
  private keep({ table, game, status, you }: Table): void {
    if (you.length && !this.token && !mineAt(table)) remember({ table, game, token: '', seats: you, at: Date.now() });
    note(table, { over: status === 'over' });
  }

  /** Seal anew or reveal our part of chance when that is to be done; when it is over, hold what was shown against what we kept. */
  private async beFair(table: Table): Promise<void> {
    const seat = toSeal(table);
    const own = toReveal(table);
    if ((seat !== null || own) && !this.adding) {
      this.adding = true;
      if (seat !== null) await this.wire.ask({ type: 'seal', id: newId(), seat, entropy: await sealed() });
      else if (own) await this.wire.ask({ type: 'reveal', id: newId(), ...own });
      this.adding = false;
      if (this.table && this.table !== table) await this.beFair(this.table);
    } else if (table.status === 'over' && this.fair === null) {
      this.fair = await isFair(table);
    }
  }

  private hearView(view: View): void {
    const before = this.eyes.get(view.seat);
    const events = before && view.since > 0 ? [...before.events.slice(0, view.since), ...view.events] : view.events;
    const fresh = events.slice(before?.events.length);
    const rewound =
      before !== undefined &&
      (before.last.undos !== view.undos || view.since < before.events.length || !continues(this.ahead, fresh));
    this.ahead = rewound ? [] : this.ahead.slice(fresh.length);
    this.eyes.set(view.seat, { last: view, events });
    // Our own move is in the log: it has been made, and what is lit now may be pressed before `done` comes too.
    if (view.seat !== null && fresh.some((event) => event.by === view.seat)) this.sent = null;
    this.clockAt = performance.now();
    this.toAct = view.to_act;
    this.noteTurn(view);
    if (this.mine.length > 1 && this.seat !== view.seat) return;
    if (this.mine.length <= 1) this.seat = view.seat;
    const news = events.length - this.events.length - this.playback.behind;
    if (rewound) this.playback.drop(); // what was taken back is not told
    if (this.fresh || rewound || this.shown === null || news > MOST_BEHIND) this.catchUp();
    else {
      this.view = view;
      this.playback.walk(news > 0 ? events.slice(-news) : []);
    }
    this.fresh = false;
  }

  private noteTurn(view: View): void {
    if (!this.table || this.mine.length === 0) return;
    note(this.name, { turn: this.table.status === 'running' && this.mine.some((seat) => view.to_act.includes(seat)) });
  }

  // Showing ----------------------------------------------------------------------------------------

  /** Show the newest position at once. */
  catchUp(): void {
    const eyes = this.eyes.get(this.seat);
    if (!eyes) return;
    for (const event of this.playback.drop()) if (this.table) this.onEvent(event, this.table, true);
    this.events = eyes.events;
    this.settle();
  }

  /** Light up what can be done in the newest position. */
  private settle(): void {
    const view = this.eyes.get(this.seat)?.last;
    if (!view || this.ahead.length) return; // what comes next, the server says
    this.view = view;
    this.playback.shown = view.view;
    this.legal = view.legal;
    this.prompt = view.prompt;
  }

  private tell(event: EventInfo): void {
    this.legal = [];
    this.prompt = null;
    this.events = [...this.events, event];
    if (this.table) this.onEvent(event, this.table, false);
  }

  /** Look through the eyes of another of our seats (pass and play). */
  look(seat: number | null): void {
    this.seat = seat;
    this.ahead = [];
    this.playback.drop(); // what the other seat was about to see is not told to this one
    this.playback.shown = null;
    this.events = [];
    this.catchUp();
  }

  /** The seats of ours that must act now. */
  get due(): number[] {
    if (this.table?.status !== 'running') return [];
    return this.mine.filter((seat) => this.toAct.includes(seat));
  }
}

/** Do these events begin as we have shown it already? */
function continues(shown: readonly EventInfo[], events: readonly EventInfo[]): boolean {
  const known = ({ by, move, changes }: EventInfo): string => JSON.stringify([by, move, changes]);
  return shown.slice(0, events.length).every((event, n) => known(event) === known(events[n]!));
}
