/** Laying ice: point at a hex, turn the piece round it, lay it. */

import type { Layout, Parts } from '../../generated/alaska';
import { ofKind, type LegalMove, type Say } from '../types';
import { cellWords, stance, trials, type PlaceMove, type Trial } from './model';

export class Laying {
  private pointed = $state<number | null>(null);
  private last = -1; // the hex that was pointed at last
  /** how the piece is wanted to lie round it */
  private wanted = $state('');

  constructor(
    private layout: () => Layout,
    private legal: () => LegalMove<Parts>[],
  ) {}

  /** the hex that is pointed at */
  get cell(): number | null {
    return this.pointed;
  }
  set cell(cell: number | null) {
    this.pointed = cell;
    if (cell !== null) this.last = cell;
  }

  readonly moves: PlaceMove[] = $derived.by(() => ofKind(this.legal(), 'place'));
  private fits = $derived.by(() => new Map(this.moves.map((move) => [move.parts.placement, move])));
  readonly shapes: Set<string> = $derived.by(() => new Set(this.moves.map((move) => move.parts.shape)));
  /** the hexes on which some piece can be laid */
  readonly cells: Set<number> = $derived.by(
    () => new Set(this.moves.flatMap((move) => this.layout().placements[move.parts.placement].cells)),
  );
  private options = $derived.by(() => (this.cell === null || !this.moves.length ? [] : this.trialsOn(this.cell)));
  /** the piece as it would lie */
  readonly trial: Trial | null = $derived.by(() => (this.cell === null ? null : this.chosen(this.options, this.cell)));

  private trialsOn(cell: number): Trial[] {
    return trials(this.layout(), this.fits, this.shapes, cell);
  }

  private chosen(options: Trial[], cell: number): Trial | null {
    return options.find((one) => stance(this.layout(), one.placement, cell) === this.wanted) ?? options[0] ?? null;
  }

  /** Turn the piece. A mouse on its way to the button has left the hex: then it is the last one that was pointed at. */
  turn(by = 1): void {
    if (this.cell === null) this.cell = this.cells.has(this.last) ? this.last : ([...this.cells][0] ?? null);
    if (!this.trial || this.cell === null) return;
    const fitting = this.options.filter((one) => one.move);
    const round = fitting.length > 1 || (fitting.length === 1 && !this.trial.move) ? fitting : this.options;
    const { placement } = this.trial;
    const now = round.findIndex((one) => one.placement === placement);
    const next = round[(now + by + round.length) % round.length];
    this.wanted = stance(this.layout(), next.placement, this.cell);
  }

  words(cell: number, t: Say): string {
    const { cells, placements } = this.layout();
    const here = this.chosen(this.trialsOn(cell), cell);
    if (!here) return cells[cell].name;
    const { shape, cells: covered } = placements[here.placement];
    // Two hexes may offer the same piece in the same place: each says first which one it is.
    const place = t('board.place', { piece: t(`piece.${shape}`), cells: cellWords(this.layout(), covered) });
    return `${cells[cell].name}: ${place}`;
  }
}
