/** The cubes as solid bodies and the places of the temple: geometry only. */

import type { Layout, Parts, View } from '../../generated/ice_cult';
import type { Point } from '../../look/shapes';
import type { Say } from '../types';

type Vector = [number, number, number];

export const [NORTH, EAST, SOUTH, WEST, UP, DOWN] = [0, 1, 2, 3, 4, 5];
export const ARC = 4;
export const CIRCLE = 5;

/** Directions as CSS sees them: x to the right, y down the screen, z towards the viewer. */
const VECTORS: Vector[] = [
  [0, -1, 0],
  [1, 0, 0],
  [0, 1, 0],
  [-1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
];

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** The right-hand and downward axes of each face as seen from outside the cube. */
const AXES: [Vector, Vector][] = VECTORS.map((normal, face) => {
  const right = VECTORS[face >= UP ? EAST : (face + 1) % 4];
  return [right, cross(normal, right)];
});

function matrix(x: Vector, y: Vector, z: Vector): string {
  return `matrix3d(${[...x, 0, ...y, 0, ...z, 0, 0, 0, 0, 1].join(',')})`;
}

/** How a face is fixed to its cube; half an edge away from the middle. */
export function faceTransform(face: number): string {
  const [right, down] = AXES[face];
  return matrix(right, down, VECTORS[face]);
}

/** How a cube lies in an orientation of the layout. */
export function cubeTransform(layout: Layout, orientation: number): string {
  const goes = layout.orientations[orientation];
  return matrix(VECTORS[goes[EAST]], VECTORS[goes[SOUTH]], VECTORS[goes[UP]]);
}

/** Where a direction points on a face, in degrees clockwise from its right-hand axis. */
export function angleOn(face: number, direction: number): number {
  const [right, down] = AXES[face];
  return (Math.atan2(dot(VECTORS[direction], down), dot(VECTORS[direction], right)) * 180) / Math.PI;
}

/** The corner of a face between two directions, in units of half an edge. */
export function cornerOn(face: number, one: number, other: number): Point {
  const [right, down] = AXES[face];
  return {
    x: dot(VECTORS[one], right) + dot(VECTORS[other], right),
    y: dot(VECTORS[one], down) + dot(VECTORS[other], down),
  };
}

/** What a cube shows at a place: the home face that is there now. */
export function faceAt(layout: Layout, orientation: number, place: number): number {
  return layout.orientations[orientation].indexOf(place);
}

export interface Shown {
  symbol: number;
  points: number;
}

/** The symbol at a place of a slot, and where it points now (-1 for none). */
export function shownAt(layout: Layout, cube: number, orientation: number, place: number): Shown {
  const goes = layout.orientations[orientation];
  const [symbol, points] = layout.faces[cube][goes.indexOf(place)];
  return { symbol, points: points < 0 ? points : goes[points] };
}

export function symbolWords(layout: Layout, shown: Shown, t: Say): string {
  if (shown.symbol >= ARC) return t(`symbol.${layout.symbols[shown.symbol]}`);
  const colour = layout.symbols[shown.symbol];
  if (shown.points < UP) return t(`symbol.${colour}_${layout.paths[shown.points]}`);
  return t('board.arrow', { colour: t(`colour.${colour}`), to: t(shown.points === UP ? 'board.up' : 'board.down') });
}

// The floor plan: the middle is 0, 0; paths leave at the corners ------------------------------------

export const HALF = 520;
export const CUBE = 156;
export const PITCH = 206;
const FIRST = 366;
const STRIDE = 62;

const DIAGONAL = Math.SQRT1_2;

/** A point of a path, so many spaces from its entry (the goal is one beyond the last). */
export function onPath(path: number, steps: number): Point {
  const far = FIRST + STRIDE * steps;
  const [x, y] = VECTORS[path];
  return { x: (x - y) * DIAGONAL * far, y: (x + y) * DIAGONAL * far };
}

export const GATE = -1.05; // the entry of a path, in spaces

export const SLOT_AT: Point[] = [
  { x: -PITCH / 2, y: -PITCH / 2 },
  { x: PITCH / 2, y: -PITCH / 2 },
  { x: PITCH / 2, y: PITCH / 2 },
  { x: -PITCH / 2, y: PITCH / 2 },
];

/** Where the cubes lie unfolded, beside the base. */
export const NETS_AT: Point[] = [
  { x: -92, y: -442 },
  { x: 92, y: -442 },
  { x: 92, y: 390 },
  { x: -92, y: 390 },
];

/** The slant at which the cubes are seen, in degrees: the top, the south side and the east side are in view. */
export const SLANT = { x: 27, y: -17 };

/** Where the middle of a cube's top is seen. */
export function topAt(slot: number): Point {
  const [a, b] = [(SLANT.x * Math.PI) / 180, (SLANT.y * Math.PI) / 180];
  const { x, y } = SLOT_AT[slot];
  const z = CUBE / 2;
  const depth = z * Math.cos(b) - x * Math.sin(b);
  return { x: x * Math.cos(b) + z * Math.sin(b), y: y * Math.cos(a) - depth * Math.sin(a) };
}

const FINGER = 53; // half a finger's place on the smallest board

/** How much a piece of a stack rises above the one below it, so that a finger still finds the top one on the board. */
export function rise(height: number, at: Point): number {
  return Math.min(17, Math.min(118, at.y + HALF - FINGER) / Math.max(1, height - 0.5));
}

/** From cold blue at the entry over pale snow to warm orange at the goal. */
export function warmth(space: number, spaces: number): string {
  const share = (2 * space) / (spaces - 1);
  const [from, to] = share < 1 ? ['cold', 'pale'] : ['pale', 'warm'];
  return `color-mix(in oklab, var(--${to}) ${Math.round(100 * (share < 1 ? share : share - 1))}%, var(--${from}))`;
}

export interface Piece {
  key: string;
  colour: number;
  path: number;
  space: number;
  level: number;
}

/** All pieces on the paths, the far ones first so that near stacks stand before them. */
export function pieces(view: View): Piece[] {
  const found: Piece[] = [];
  view.stack.forEach((spaces, path) =>
    spaces.forEach((stack, space) =>
      stack.forEach((piece, level) => {
        if (piece) found.push({ key: '', colour: piece - 1, path, space, level });
      }),
    ),
  );
  return found;
}

/**
 * Names for the pieces so that a moving one keeps its name from view to view. A piece goes on along its path, so of
 * one colour on one path the outermost before is the outermost after, as long as none has left or entered.
 */
export function named(view: View, before: Piece[]): Piece[] {
  const now = pieces(view);
  for (let path = 0; path < 4; path++) {
    for (let colour = 0; colour < 4; colour++) {
      const here = (list: Piece[]): Piece[] =>
        list
          .filter((piece) => piece.path === path && piece.colour === colour)
          .sort((one, other) => other.space - one.space || other.level - one.level);
      const [old, fresh] = [here(before), here(now)];
      const taken = new Set<string>();
      const keep = (piece: Piece, match: Piece | undefined): void => {
        if (match && !taken.has(match.key)) {
          piece.key = match.key;
          taken.add(match.key);
        }
      };
      // first those that stand where they stood, then those that came one space further
      for (const step of [0, 1]) {
        for (const piece of fresh) {
          if (piece.key) continue;
          keep(
            piece,
            old.find((one) => one.space + step === piece.space && !taken.has(one.key)),
          );
        }
      }
      let number = 0;
      for (const piece of fresh) {
        if (piece.key) continue;
        while (
          taken.has(`${path}.${colour}.${number}`) ||
          old.some((one) => one.key === `${path}.${colour}.${number}`)
        ) {
          number++;
        }
        piece.key = `${path}.${colour}.${number}`;
        taken.add(piece.key);
      }
    }
  }
  return now;
}

/** The places of a net in faces from its top: N above, S and the bottom below. */
export const NET: [number, number][] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, 0],
  [0, 2],
];

/** How a home face must be turned (degrees clockwise) to lie at its place of the net. */
export function netTurn(layout: Layout, orientation: number, place: number): number {
  const goes = layout.orientations[orientation];
  // the neighbour that lies above it on the net (of a side: the top, wherever that is)
  const neighbour = place === UP ? NORTH : place === DOWN ? SOUTH : UP;
  const [x, y] = place === UP || place === DOWN ? [0, -1] : [-NET[place][0], -NET[place][1]];
  const wanted = (Math.atan2(y, x) * 180) / Math.PI;
  return wanted - angleOn(goes.indexOf(place), goes.indexOf(neighbour));
}

/** Where a tilt is asked for: beside its pair, outward and inward. */
export function tiltSpot({ pair, direction }: Extract<Parts, { kind: 'tilt' }>): Point & { angle: number } {
  const far = PITCH + 62;
  const outward = { top: 0, bottom: 2, left: 3, right: 1 }[pair];
  const aside = direction === outward ? -62 : 62;
  const angle = direction * 90;
  if (outward === 0) return { x: aside, y: -far, angle };
  if (outward === 2) return { x: -aside, y: far, angle };
  if (outward === 3) return { x: -far, y: aside, angle };
  return { x: far, y: -aside, angle };
}
