// Laying ice by pointing, turning and pressing: no press is without an answer.
import { describe, expect, it } from 'vitest';
import { Laying } from '../src/boards/alaska/laying.svelte';
import type { Layout, Parts } from '../src/generated/alaska';
import type { LegalMove } from '../src/boards/types';
import alaska from '../src/generated/layouts/alaska.json';

const layout = alaska as unknown as Layout;
const pairs = layout.placements.flatMap(({ cells }, i) => (cells.length === 2 ? [i] : []));
const shared = layout.placements[pairs[0]!]!.cells[0]!;
const onShared = pairs.filter((i) => layout.placements[i]!.cells.includes(shared));

/** Somebody who may lay a piece of two in these places. */
function laying(placements: number[]): Laying {
  const moves = placements.map((placement, code) => {
    const { shape } = layout.placements[placement]!;
    return { code, text: `place ${placement}`, parts: { kind: 'place', placement, shape } };
  });
  return new Laying(
    () => layout,
    () => moves as unknown as LegalMove<Parts>[],
  );
}

describe('laying ice', () => {
  it('shows the piece where it fits when it is turned before anything was pointed at', () => {
    const one = laying(onShared.slice(0, 2));
    expect(one.trial).toBeNull();
    one.turn();
    expect(one.trial?.move).not.toBeNull();
  });
  it('turns the piece at the hex that a mouse has left on its way to the button', () => {
    const one = laying(onShared.slice(0, 2));
    one.cell = shared;
    const before = one.trial!.placement;
    one.cell = null; // the mouse is on its way
    one.turn();
    expect(one.cell).toBe(shared);
    expect(one.trial!.placement).not.toBe(before);
    expect(one.trial!.move).not.toBeNull();
  });
  it('turns a piece that does not fit to where it does', () => {
    const one = laying(onShared.slice(0, 1));
    one.cell = shared;
    one.turn(); // there is no other way that fits: it is seen to turn all the same
    expect(one.trial!.move).toBeNull();
    one.turn();
    expect(one.trial!.move).not.toBeNull();
  });
});
