import { describe, expect, it } from 'vitest';
import { HALF, onPath, rise } from '../src/boards/ice_cult/model';

const PATHS = [0, 1, 2, 3];
const SPACES = [0, 1, 2, 3, 4];
const SMALLEST = 350; // pixels of the board on a phone
const HALF_A_FINGER = 19;

describe('stacks of Ice Cult', () => {
  it('leave half a finger of the board above the middle of their top piece, wherever they stand', () => {
    for (const path of PATHS)
      for (const space of SPACES)
        for (let height = 1; height <= 20; height++) {
          const at = onPath(path, space);
          // As Board.svelte draws the place of a top piece alone: from 38 above it to 20 below.
          const up = rise(height, at);
          const middle = at.y + 14 - (height - 1) * up - up / 2 - 9;
          expect(((middle + HALF) * SMALLEST) / (2 * HALF)).toBeGreaterThanOrEqual(HALF_A_FINGER);
        }
  });
  it('stand as high as before where there is room', () => {
    expect(rise(3, onPath(2, 0))).toBe(17);
  });
});
