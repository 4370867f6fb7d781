/** What the lake board works out for itself: geometry, and what changed between two views. No rules. */

import { LETTERS, type Layout, type View } from '../../generated/ice_lake';
import { between, flatCentre, round, scatter, type Point } from '../../look/shapes';

export const SIZE = 24;

export interface Stance {
  cell: number;
  facing: number;
}

export interface Step extends Stance {
  seat: number;
  kind: 'skate' | 'turn' | 'place' | 'out';
  from: number;
}

export type Letter = (typeof LETTERS)[number];

/** The letters of a programme as it is sent. */
export const lettersOf = (text: string): Letter[] =>
  [...text].flatMap((one) => LETTERS.filter((letter) => letter === one));

export function centres(layout: Layout): Point[] {
  return layout.cells.map((cell) => flatCentre(cell.q, cell.r, SIZE));
}

/** Where a letter points, from where a skater stands; the cell is -1 beyond the board. */
export function ahead(layout: Layout, here: Stance, letter: Letter): Stance {
  const facing = (here.facing + layout.turns[letter] + 6) % 6;
  return { cell: here.cell < 0 ? -1 : layout.neighbours[here.cell][facing], facing };
}

/** A line between two centres as a crack runs: jagged, always the same for the same line. */
export function crackPath(a: Point, b: Point, seed: number): string {
  const next = scatter(seed * 7919 + 13);
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const across = { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
  let path = `M${round(a.x)} ${round(a.y)}`;
  const parts = 7;
  let side = next() < 0.5 ? 1 : -1;
  for (let i = 1; i < parts; i++) {
    const on = between(a, b, i / parts + (next() - 0.5) * 0.11);
    const off = side * (0.3 + next() * next() * 5);
    if (next() < 0.8) side = -side;
    path += `L${round(on.x + across.x * off)} ${round(on.y + across.y * off)}`;
  }
  return `${path}L${round(b.x)} ${round(b.y)}`;
}

/** Fine side cracks that leave a line. */
export function hairPath(a: Point, b: Point, seed: number): string {
  const next = scatter(seed * 104729 + 7);
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const along = { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
  let path = '';
  for (const side of [1, -1]) {
    const on = between(a, b, 0.25 + next() * 0.5);
    const lean = (next() - 0.5) * 6;
    const far = 5 + next() * 5;
    const tip = {
      x: on.x - along.y * side * far + along.x * lean,
      y: on.y + along.x * side * far + along.y * lean,
    };
    const knee = between(on, tip, 0.55);
    path += `M${round(on.x)} ${round(on.y)}L${round(knee.x + along.x * 1.6)} ${round(knee.y + along.y * 1.6)}`;
    path += `L${round(tip.x)} ${round(tip.y)}`;
  }
  return path;
}

export interface Crack {
  id: number;
  cell: number;
  direction: number;
  seat: number;
}

/** Each cracked line once: lines are named by the cell from which they run N, NE or SE. */
export function cracks(view: View): Crack[] {
  const found: Crack[] = [];
  view.line.forEach((row, cell) => {
    for (let direction = 0; direction < 3; direction++) {
      if (row[direction]) found.push({ id: cell * 3 + direction, cell, direction, seat: row[direction] - 1 });
    }
  });
  return found;
}

export function lineId(layout: Layout, cell: number, direction: number): number {
  return direction < 3 ? cell * 3 + direction : layout.neighbours[cell][direction] * 3 + direction - 3;
}

/**
 * The way of a skater whose new cracks are known: a walk over each of them once, from one stance to another (a facing
 * of -1: any). A loop could be walked both ways round; how the skater looks in the end tells which.
 */
export function trail(
  layout: Layout,
  fresh: Set<number>,
  from: Stance,
  to: Stance,
  patience = { left: 3000 },
): number[] | null {
  if (fresh.size === 0) return from.cell === to.cell && (to.facing < 0 || to.facing === from.facing) ? [] : null;
  if (--patience.left < 0) return null; // a leap in a replay need not be followed step by step
  for (let facing = 0; facing < 6; facing++) {
    const cell = layout.neighbours[from.cell][facing];
    const id = cell < 0 ? -1 : lineId(layout, from.cell, facing);
    if (!fresh.has(id)) continue;
    fresh.delete(id);
    const rest = trail(layout, fresh, { cell, facing }, to, patience);
    fresh.add(id);
    if (rest) return [facing, ...rest];
  }
  return null;
}

/** What happened on the ice between two views, in an order that can be shown. */
export function changes(layout: Layout, before: View, after: View): Step[] {
  const old = new Set(cracks(before).map((crack) => crack.id));
  const fresh = cracks(after).filter((crack) => !old.has(crack.id));
  const ways: Step[][] = [];
  for (let seat = 0; seat < after.seats; seat++) {
    if (!before.on_ice[seat]) continue;
    ways.push(waysOf(layout, before, after, seat, new Set(fresh.filter((c) => c.seat === seat).map((c) => c.id))));
  }
  const steps: Step[] = [];
  const longest = Math.max(0, ...ways.map((way) => way.length));
  for (let i = 0; i < longest; i++) for (const way of ways) if (way[i]) steps.push(way[i]);
  return steps;
}

function waysOf(layout: Layout, before: View, after: View, seat: number, fresh: Set<number>): Step[] {
  const steps: Step[] = [];
  let cell = before.cell[seat];
  let facing = before.facing[seat];
  const end = { cell: after.cell[seat], facing: after.facing[seat] };
  const way =
    trail(layout, fresh, { cell, facing }, end) ?? trail(layout, fresh, { cell, facing }, { ...end, facing: -1 });
  for (const direction of way ?? []) {
    const there = layout.neighbours[cell][direction];
    steps.push({ seat, kind: 'skate', from: cell, cell: there, facing: direction });
    [cell, facing] = [there, direction];
  }
  if (after.cell[seat] !== cell) {
    steps.push({ seat, kind: 'place', from: cell, cell: after.cell[seat], facing: after.facing[seat] });
  } else if (after.facing[seat] !== facing) {
    steps.push({ seat, kind: 'turn', from: cell, cell, facing: after.facing[seat] });
  }
  if (!after.on_ice[seat]) {
    steps.push({ seat, kind: 'out', from: after.cell[seat], cell: after.cell[seat], facing: after.facing[seat] });
  }
  return steps;
}

/** The cells all of whose triangles are under water. */
export function drownedCells(layout: Layout, view: View): number[] {
  return layout.cells.flatMap((cell, i) =>
    cell.ring < view.radius && layout.triangles[i].every((triangle) => triangle >= 0 && view.sunk[triangle]) ? [i] : [],
  );
}

/** The triangles under water, each as three cells. */
export function drownedTriangles(layout: Layout, view: View): { id: number; cells: number[] }[] {
  const found = new Map<number, number[]>();
  layout.triangles.forEach((row, cell) =>
    row.forEach((triangle, d) => {
      if (triangle >= 0 && view.sunk[triangle] && !found.has(triangle)) {
        found.set(triangle, [cell, layout.neighbours[cell][d], layout.neighbours[cell][(d + 1) % 6]]);
      }
    }),
  );
  return [...found].map(([id, cells]) => ({ id, cells }));
}
