// A hint that was asked for: shown until one moves or does not want it, or the match has gone on.

import type { LiveTable } from '../core/table.svelte';
import { percent } from '../core/study';
import { announce } from '../core/toasts.svelte';
import { language, spelt, t } from '../core/words.svelte';
import type { Hinted, Said } from '../protocol';
import { inARow } from './names';

const SEES = { bear: 'hint.bear_sees', yeti: 'hint.yeti_sees' } as const;

export class Hinting {
  private asked = $state(''); // the position that is thought about
  private found: { hint: Hinted; at: string } | null = $state.raw(null);

  constructor(
    private live: () => LiveTable,
    private say: (said: Said) => string,
  ) {}

  /** What a hint is about: what we have done and may do. Others may act meanwhile, as long as that stays the same. */
  private position = $derived.by(() => {
    const { seat, legal, events, view } = this.live();
    const own = events.filter((event) => event.by === seat).length;
    return legal.length ? `${seat}/${own}/${view?.undos}/${legal.map((move) => move.code).join()}` : '';
  });

  /** May somebody be asked now? */
  may = $derived.by(() => Boolean(this.live().table?.hints && this.position) && this.live().sent === null);
  asking = $derived.by(() => this.asked !== '' && this.asked === this.position);
  hint = $derived.by(() => (this.found?.at === this.position ? this.found.hint : null));

  /** The move in words: as the log would tell it; a programme by its letters. */
  words = $derived.by(() => {
    if (!this.hint) return '';
    const { said, move } = this.hint;
    return said.length === 1 ? this.say(said[0]!) : spelt(this.live().table!.game, move);
  });
  /** Why, and what it is worth. */
  why = $derived.by(() => {
    if (!this.hint) return '';
    const { reason, chance, level } = this.hint;
    const sees = chance === null ? '' : t(SEES[level as 'bear'], { percent: percent(chance, language()) });
    return inARow([reason ? this.say(reason) : '', sees].filter(Boolean));
  });

  ask = async (): Promise<void> => {
    const at = this.position;
    if (!this.may || this.asking || this.hint) return;
    this.asked = at;
    announce(t('hint.thinks'));
    const hint = await this.live().hint();
    if (this.asked === at) this.asked = '';
    if (!hint || this.position !== at) return;
    this.found = { hint, at };
    announce(inARow([t('hint.try'), this.words, this.why]));
  };

  drop = (): void => void (this.found = null);
}
