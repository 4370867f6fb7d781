// The boards know no rules, but geometry: what changed between two views, how cubes lie, how pieces are turned.

import { describe, expect, it } from 'vitest';
import type { Layout as AlaskaLayout } from '../src/generated/alaska';
import type { Layout as AltitudeLayout } from '../src/generated/altitude';
import type { Layout as CultLayout } from '../src/generated/ice_cult';
import type { Layout as LakeLayout } from '../src/generated/ice_lake';
import alaska from '../src/generated/layouts/alaska.json';
import altitude from '../src/generated/layouts/altitude.json';
import iceCult from '../src/generated/layouts/ice_cult.json';
import iceLake from '../src/generated/layouts/ice_lake.json';
import * as floes from '../src/boards/alaska/model';
import * as cards from '../src/boards/altitude/model';
import * as cubes from '../src/boards/ice_cult/model';
import * as lake from '../src/boards/ice_lake/model';
import { nearestAngle } from '../src/look/motion';
import { heir, type Place } from '../src/look/hold';
import { led, reach } from '../src/look/walk';

const lakeLayout: LakeLayout = iceLake;
const cultLayout = iceCult as unknown as CultLayout; // pairs come out of JSON as lists
const altitudeLayout: AltitudeLayout = altitude;
const alaskaLayout = alaska as unknown as AlaskaLayout;

describe('walking with arrow keys', () => {
  it('goes ahead, a little aside if need be, never back', () => {
    expect(reach(10, 0, [1, 0])).toBe(10);
    expect(reach(10, 5, [1, 0])).toBe(20);
    expect(reach(-10, 0, [1, 0])).toBe(Infinity);
    expect(reach(2, 40, [1, 0])).toBe(Infinity);
  });
});

describe('walking page by page', () => {
  const places = [
    { x: 0, y: 0 },
    { x: 90, y: 1 },
    { x: 40, y: 50 },
    { x: 40, y: 50 },
    { x: 41, y: 300 },
  ]; // two on one point

  it('goes through every place and comes round again, both ways', () => {
    for (const key of ['PageDown', 'PageUp']) {
      const seen = new Set<number>();
      let here = 0;
      for (let i = 0; i < places.length; i++) {
        seen.add(here);
        here = led(key, here, places)!;
      }
      expect([...seen].sort()).toEqual([0, 1, 2, 3, 4]);
      expect(here).toBe(0);
    }
  });

  it('knows the first and the last, and no other keys', () => {
    expect(led('Home', 2, places)).toBe(0);
    expect(led('End', 0, places)).toBe(4);
    expect(led('x', 0, places)).toBeNull();
    expect(led('ArrowUp', 0, places)).toBeNull();
  });
});

describe('who inherits the focus', () => {
  const place = (label: string, x: number, spot = true): Place => ({ label, x, y: 0, spot });

  it('is the same thing, however far it has gone', () => {
    expect(heir(place('left', 0), [place('right', 1), place('left', 900)])).toBe(1);
  });

  it('is else the nearest place, and a button only where there is no place', () => {
    expect(heir(place('gone', 0), [place('far', 50), place('near', 8), place('done', 1, false)])).toBe(1);
    expect(heir(place('gone', 0, false), [place('done', 30, false), place('back', 20, false)])).toBe(1);
    expect(heir(place('gone', 0), [])).toBe(-1);
  });
});

describe('a turn', () => {
  it('goes the short way round', () => {
    expect(nearestAngle(300, 0)).toBe(360);
    expect(nearestAngle(0, 300)).toBe(-60);
    expect(nearestAngle(720, 60)).toBe(780);
  });
});

describe('the lake', () => {
  const named = (name: string): number => lakeLayout.cells.findIndex((cell) => cell.name === name);
  const blank = () => ({
    seats: 2,
    cell: [named('g7'), named('a1'), 0, 0],
    facing: [0, 2, 0, 0],
    on_ice: [1, 1, 0, 0],
    how_out: [0, 0, 0, 0],
    line: lakeLayout.cells.map(() => [0, 0, 0, 0, 0, 0]),
  });
  function skated(way: number[]) {
    const after = blank();
    for (const direction of way) {
      const [from, to] = [after.cell[0], lakeLayout.neighbours[after.cell[0]][direction]];
      after.line[from][direction] = after.line[to][(direction + 3) % 6] = 1;
      after.cell[0] = to;
      after.facing[0] = direction;
    }
    return after;
  }

  it('points where a letter leads', () => {
    const here = { cell: named('g7'), facing: 0 };
    expect(lake.ahead(lakeLayout, here, 'A').cell).toBe(named('g6'));
    expect(lake.ahead(lakeLayout, here, 'D').facing).toBe(1);
    expect(lake.ahead(lakeLayout, here, 'G').facing).toBe(5);
  });

  it('finds the way of a skater from its new cracks, crossings included', () => {
    for (const way of [[0], [0, 1, 2, 3, 4, 5], [1, 2, 2, 3, 4, 5, 5, 0, 0]]) {
      const steps = lake.changes(lakeLayout, blank(), skated(way));
      expect(steps.every((step) => step.kind === 'skate')).toBe(true);
      expect(steps.length).toBe(way.length);
      expect(steps[steps.length - 1].cell).toBe(skated(way).cell[0]);
      expect(steps[steps.length - 1].facing).toBe(skated(way).facing[0]);
    }
  });

  it('shows a return as a leap and an end as leaving', () => {
    const after = blank();
    after.cell[1] = named('m1');
    after.on_ice[0] = 0;
    expect(lake.changes(lakeLayout, blank(), after).map((step) => step.kind)).toEqual(['out', 'place']);
  });

  it('does not lose patience with a leap over many steps', () => {
    const after = blank();
    after.line.forEach((row, cell) =>
      row.forEach((_, d) => {
        if (lakeLayout.neighbours[cell][d] >= 0) row[d] = 1;
      }),
    );
    const before = performance.now();
    lake.changes(lakeLayout, blank(), after);
    expect(performance.now() - before).toBeLessThan(500);
  });
});

describe('the cubes', () => {
  it('are turned, never mirrored', () => {
    for (let orientation = 0; orientation < 24; orientation++) {
      const numbers = cubes.cubeTransform(cultLayout, orientation).match(/-?\d+/g)!.slice(1).map(Number);
      const [a, b, c] = [numbers.slice(0, 3), numbers.slice(4, 7), numbers.slice(8, 11)];
      const determinant =
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
      expect(determinant).toBe(1);
    }
  });

  it('show on top what the rulebook says (cube A tilted to the south: its red arrow, pointing south)', () => {
    const upright = 16;
    const tilted = cultLayout.tilted[upright][cubes.SOUTH];
    expect(cubes.shownAt(cultLayout, 0, upright, cubes.UP).symbol).toBe(cubes.ARC);
    expect(cubes.shownAt(cultLayout, 0, tilted, cubes.UP)).toEqual({ symbol: 0, points: cubes.SOUTH });
  });

  it('draw an arrow on top in the direction of its path', () => {
    for (let cube = 0; cube < 4; cube++) {
      for (let orientation = 0; orientation < 24; orientation++) {
        const shown = cubes.shownAt(cultLayout, cube, orientation, cubes.UP);
        if (shown.symbol >= cubes.ARC) continue;
        const face = cubes.faceAt(cultLayout, orientation, cubes.UP);
        const points = cultLayout.faces[cube][face][1];
        const drawn = cubes.angleOn(face, points) + cubes.netTurn(cultLayout, orientation, cubes.UP);
        const north = [-90, 0, 90, 180][shown.points];
        expect(Math.cos(((drawn - north) * Math.PI) / 180)).toBeCloseTo(1);
      }
    }
  });

  it('keep the names of pieces that stay and of one that moves on', () => {
    const view = (stacks: Record<string, number[]>) => ({
      stack: [0, 1, 2, 3].map((path) =>
        [0, 1, 2, 3, 4].map((space) => [...(stacks[`${path}${space}`] ?? []), ...Array(20).fill(0)].slice(0, 20)),
      ),
    });
    const before = cubes.named(view({ '00': [1, 2], '03': [1] }), []);
    const after = cubes.named(view({ '00': [1], '01': [2], '03': [1] }), before);
    const key = (list: cubes.Piece[], colour: number, space: number) =>
      list.find((piece) => piece.colour === colour && piece.space === space)!.key;
    expect(key(after, 1, 1)).toBe(key(before, 1, 0));
    expect(key(after, 0, 0)).toBe(key(before, 0, 0));
    expect(key(after, 0, 3)).toBe(key(before, 0, 3));
    expect(new Set(after.map((piece) => piece.key)).size).toBe(after.length);
  });
});

describe('a mountain', () => {
  const mountain = (...places: number[]) => altitudeLayout.places.map((_, place) => (places.includes(place) ? 5 : 0));

  it('begins at the left end of its base, wherever the circle of columns was entered', () => {
    expect(cards.plan(altitudeLayout, mountain(0, 1, 10), [], 1).start).toBe(10);
    expect(cards.plan(altitudeLayout, mountain(0, 1, 10), [9, 2], 1)).toMatchObject({ start: 9, width: 5 });
  });

  it('stays in one piece when the base and the lit places fill the circle', () => {
    const laid = [7, 8, 9, 10, 0, 1, 2, 3, 4];
    const plan = cards.plan(altitudeLayout, mountain(...laid), [6, 5], 1);
    expect(plan).toMatchObject({ start: 6, width: 11 });
    expect(cards.spot(altitudeLayout, plan.start, 7).x).toBe(1);
    expect(cards.spot(altitudeLayout, plan.start, 5).x).toBe(10);
  });

  it('lies astride', () => {
    for (const [place, below] of altitudeLayout.rests_on.entries()) {
      const start = 0;
      if (below.length === 0 || below.includes(place % 11 === 10 ? -1 : 10)) continue;
      const x = (p: number): number => cards.spot(altitudeLayout, start, p).x;
      if (below[1] % 11 !== 0) expect(x(place)).toBe((x(below[0]) + x(below[1])) / 2);
    }
  });
});

describe('the ice of Alaska', () => {
  it('has an outline of 6, 10 or 14 corners', () => {
    for (const { shape, cells } of alaskaLayout.placements) {
      const ring = floes.shapeOf(alaskaLayout, cells).ring;
      expect(ring.length).toBe({ single: 6, double: 10, straight: 14, bent: 14 }[shape]);
      expect(ring.every((p) => Number.isFinite(p.x) && Number.isFinite(p.y))).toBe(true);
    }
  });

  it('offers for a hex every way to lie on it, the fitting ones first', () => {
    const cell = alaskaLayout.cells.findIndex(({ name }) => name === 'c3');
    const all = floes.trials(alaskaLayout, new Map(), new Set(['double']), cell);
    expect(all.length).toBe(6);
    const move = { code: 1, text: '', parts: {} };
    const one = floes.trials(alaskaLayout, new Map([[all[4].placement, move]]), new Set(['double']), cell);
    expect(one[0]).toEqual({ placement: all[4].placement, move });
  });

  it('keeps the turn of a piece from hex to hex', () => {
    const at = (name: string): number => alaskaLayout.cells.findIndex((cell) => cell.name === name);
    const lying = (...names: string[]): number =>
      alaskaLayout.placements.findIndex(
        ({ cells }) => cells.length === names.length && names.every((n) => cells.includes(at(n))),
      );
    expect(floes.stance(alaskaLayout, lying('c3', 'c4'), at('c3'))).toBe(
      floes.stance(alaskaLayout, lying('e2', 'e3'), at('e2')),
    );
  });

  it('finds a place for everything that stands somewhere', () => {
    const view = {
      seats: 4,
      camp: [104, 106, 108, 110],
      ice: alaskaLayout.cells.map((_, cell) => (cell === 20 ? 21 : 0)),
      at: [20, 20, 106, 112],
      carried: [1, 0, 0, 3],
      bear: 20,
      lying: alaskaLayout.spaces.map((_, space) => (space === 105 ? [2, 0, 0, 1] : [0, 0, 0, 0])),
    };
    const things = floes.standing(alaskaLayout, view, floes.floes(alaskaLayout, view));
    expect(things.map((thing) => thing.key).sort()).toEqual(['bear', 'c105.0', 'c105.3', 'v0', 'v1', 'v2', 'v3']);
    expect(new Set(things.map((thing) => `${thing.x},${thing.y}`)).size).toBe(things.length);
  });
});
