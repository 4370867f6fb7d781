// A lesson as this page goes through it. The server judges every try; here it is only shown, step by step.

import { Trouble, lessonOf, type Steps } from './api';
import { keep, parsedEntries, recall } from './kept';
import { Playback } from './playback.svelte';
import { language } from './words.svelte';
import type { EventInfo, LessonAnswer, LessonInfo, LessonStep, MoveInfo, Position, Said, View } from '../protocol';

// What was learned, kept in this browser only ------------------------------------------------------

export interface Progress {
  step: number; // where the learner is, from 0
  reached: number; // the furthest step that was begun
  steps: number;
  done: boolean; // once taken to its end
}

/** Progress as it was kept; anything that makes no sense is left out. */
export function readProgress(kept: string | null): Record<string, Progress> {
  const found: Record<string, Progress> = {};
  for (const [game, entry] of parsedEntries(kept)) {
    const { step, steps, reached, done } = (entry ?? {}) as Partial<Progress>;
    if (!Number.isInteger(step) || !Number.isInteger(steps) || step! < 0 || step! >= steps!) continue;
    const furthest = Number.isInteger(reached) ? Math.min(Math.max(reached!, step!), steps! - 1) : step!;
    found[game] = { step: step!, reached: furthest, steps: steps!, done: done === true };
  }
  return found;
}

export const learned: { games: Record<string, Progress> } = $state({ games: readProgress(recall('lessons')) });

function noteProgress(game: string, progress: Progress): void {
  learned.games[game] = progress;
  keep('lessons', $state.snapshot(learned.games));
}

// Going through it ---------------------------------------------------------------------------------

export interface Reply {
  kind: 'hint' | 'refused' | 'done' | 'trouble';
  text: string;
  paragraph: string | null;
}

const STEP = 520; // milliseconds an event stays before the next, at usual speed: slower than at a table, it is all new
export const WRONG_BEFORE_HELP = 2;

export class LiveLesson {
  info: LessonInfo | null = $state.raw(null);
  index = $state(0);
  reached = $state(0);
  legal: MoveInfo[] = $state.raw([]);
  said: Said[] = $state.raw([]); // by the last event that is shown
  reply: Reply | null = $state.raw(null);
  wrong = $state(0);
  asking = $state(false);
  done = $state(false); // with this step
  ended = $state(false); // with the lesson
  still = $state(true); // a fresh table is not walked to, it is there
  trouble = $state('');

  onEvent: (event: EventInfo) => void = () => {};
  onReply: (reply: Reply) => void = () => {};

  private made: string[] = [];
  private playback = new Playback(STEP, {
    tell: (event) => this.tell(event),
    // Of the learner's own idea the parts need no waiting.
    holds: (event, next) => !(this.own && event.by === this.info?.seat && next?.by === event.by),
    end: () => this.end(),
  });
  private whenShown: () => void = () => {};
  private own = false; // what is shown was the learner's own idea
  private last: View | null = null;

  /** Steps that are not the lesson's own are not kept as progress in it: a puzzle's, say. */
  constructor(
    readonly game: string,
    private steps?: Steps,
  ) {}

  get shown(): Position | null {
    return this.playback.shown;
  }

  get stepping(): boolean {
    return this.playback.stepping;
  }

  get step(): LessonStep | null {
    return this.info?.steps[this.index] ?? null;
  }

  /** Is there a move to be made at this step? */
  get asks(): boolean {
    return Boolean(this.step?.do) && !this.done;
  }

  /** May one go on? A step that was passed before need not be done again. */
  get mayGoOn(): boolean {
    return this.done || this.index < this.reached;
  }

  get helps(): boolean {
    return this.asks && this.wrong >= WRONG_BEFORE_HELP;
  }

  /** Fetch the words; begin where the learner was. */
  async start(): Promise<void> {
    const info = await this.source.info(language());
    this.info = info;
    const before = this.steps ? undefined : learned.games[this.game];
    const same = before !== undefined && before.steps === info.steps.length;
    this.reached = same ? before.reached : 0;
    await this.open(same ? before.step : 0);
  }

  private get source(): Steps {
    return this.steps ?? lessonOf(this.game);
  }

  stop(): void {
    this.playback.drop();
  }

  /** Go to a step, as it begins. */
  async open(index: number): Promise<void> {
    if (!this.info || index < 0 || index >= this.info.steps.length) return;
    const forward = index === this.index + 1 && this.done && !this.info.steps[index]!.fresh;
    this.playback.drop();
    const view = await this.source.step(index, language());
    this.still = !forward;
    this.index = index;
    this.reached = Math.max(this.reached, index);
    this.made = [];
    this.reply = null;
    this.wrong = 0;
    this.done = !this.info.steps[index]!.do;
    this.ended = false;
    this.settle(view);
    setTimeout(() => (this.still = false), 80); // from here on things move again, the board's own lights too
    this.keep(index, learned.games[this.game]?.done ?? false);
  }

  async next(): Promise<void> {
    if (!this.info || !this.mayGoOn) return;
    if (this.index + 1 < this.info.steps.length) return this.open(this.index + 1);
    this.ended = true;
    this.keep(0, true); // whoever comes again begins again
  }

  private keep(step: number, done: boolean): void {
    if (this.steps) return;
    noteProgress(this.game, { step, reached: this.reached, steps: this.info!.steps.length, done });
  }

  async back(): Promise<void> {
    if (this.ended) this.ended = false;
    else await this.open(this.index - 1);
  }

  play = (text: string): Promise<void> => this.attempt(text, () => this.source.attempt(this.index, this.wish(text)));
  show = (): Promise<void> => this.attempt(null, () => this.source.show(this.index, this.wish('')));
  preview = (text: string): Promise<Record<string, unknown>> => this.source.preview(this.index, this.wish(text));

  private wish(move: string) {
    return { move, made: this.made, language: language() };
  }

  private async attempt(text: string | null, ask: () => Promise<LessonAnswer>): Promise<void> {
    if (!this.asks || this.asking || this.stepping) return;
    this.asking = true;
    const at = this.index;
    try {
      const answer = await ask();
      if (at === this.index) this.hear(answer, text);
    } catch (error) {
      this.answer({ kind: 'trouble', text: error instanceof Trouble ? error.message : '', paragraph: null });
    } finally {
      this.asking = false;
    }
  }

  private hear(answer: LessonAnswer, text: string | null): void {
    if (!answer.view) {
      this.wrong += 1;
      this.answer({
        kind: answer.verdict === 'refused' ? 'refused' : 'hint',
        text: answer.said,
        paragraph: answer.paragraph,
      });
      this.clean();
      return;
    }
    this.reply = null;
    if (answer.verdict === 'under_way') this.made = [...this.made, text ?? ''];
    // "Show me" may have begun the step anew: then what follows cannot be walked to from here.
    this.own = text !== null;
    const walked = this.last === null || answer.view.since === this.last.since + this.last.events.length;
    this.walk(answer.view, walked, () => {
      if (answer.verdict !== 'taught') return;
      this.done = true;
      this.answer({ kind: 'done', text: answer.said, paragraph: null });
    });
  }

  private answer(reply: Reply): void {
    this.reply = reply;
    this.onReply(reply);
  }

  /** What the learner had begun to write or to hold is laid aside: boards do so when there is nothing to do. */
  private clean(): void {
    const legal = this.legal;
    this.legal = [];
    const at = this.index;
    setTimeout(() => at === this.index && this.legal.length === 0 && (this.legal = legal), 0);
  }

  // Showing ----------------------------------------------------------------------------------------

  private walk(view: View, walked: boolean, then: () => void): void {
    this.last = view;
    this.legal = [];
    this.whenShown = then;
    this.playback.walk(walked ? view.events : []);
  }

  private tell(event: EventInfo): void {
    this.said = event.said;
    this.onEvent(event);
  }

  private end(): void {
    this.settle(this.last!);
    this.whenShown();
  }

  private settle(view: View): void {
    this.last = view;
    this.playback.shown = view.view;
    this.legal = view.legal;
    this.said = view.events.at(-1)?.said ?? [];
  }

  /** Show what has happened at once. */
  skip(): void {
    if (!this.stepping) return;
    for (const event of this.playback.drop()) this.onEvent(event);
    this.end();
  }
}
