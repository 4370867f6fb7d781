/** Where things are drawn on the lake of Alaska, and what the pieces look like. No rules. */

import type { Layout, Parts, View } from '../../generated/alaska';
import { ROOT3, type Point } from '../../look/shapes';
import { COLOURS, type LegalMove, type Say, type Seat } from '../types';

export type PlaceMove = LegalMove<Extract<Parts, { kind: 'place' }>>;

export const SIZE = 26;
export const HALF = { x: 317, y: 292 };

export function centreOf(column: number, row: number): Point {
  return { x: ((column * ROOT3) / 2) * SIZE, y: (row - 5) * 1.5 * SIZE };
}

export function corner(at: Point, size: number, i: number): Point {
  const angle = (Math.PI / 3) * i;
  return { x: at.x + size * Math.sin(angle), y: at.y - size * Math.cos(angle) };
}

/** The outline of hexes that hang together, drawn in a little: corners in order round the piece. */
export function outlineOf(centres: Point[], inset: number): Point[] {
  const name = (p: Point): string => `${Math.round(p.x * 4)},${Math.round(p.y * 4)}`;
  const edges = new Map<string, { from: Point; to: Point }>();
  for (const centre of centres) {
    for (let i = 0; i < 6; i++) {
      const [from, to] = [corner(centre, SIZE, i), corner(centre, SIZE, i + 1)];
      if (!edges.delete(`${name(to)}>${name(from)}`)) edges.set(`${name(from)}>${name(to)}`, { from, to });
    }
  }
  const next = new Map([...edges.values()].map((edge) => [name(edge.from), edge]));
  let edge = next.values().next().value;
  const ring: Point[] = [];
  for (let i = 0; i < edges.size && edge; i++) {
    ring.push(edge.from);
    edge = next.get(name(edge.to));
  }
  return ring.map((point, i) => {
    const [before, after] = [ring[(i + ring.length - 1) % ring.length], ring[(i + 1) % ring.length]];
    const normal = (a: Point, b: Point): Point => {
      const length = Math.hypot(b.x - a.x, b.y - a.y);
      return { x: -(b.y - a.y) / length, y: (b.x - a.x) / length };
    };
    const [one, two] = [normal(before, point), normal(point, after)];
    const shared = 1 + one.x * two.x + one.y * two.y;
    return { x: point.x + ((one.x + two.x) * inset) / shared, y: point.y + ((one.y + two.y) * inset) / shared };
  });
}

/** The land: where the things of each territory stand, in the order of the layout (clockwise from NW). */
export const LAND_AT: Point[] = [
  { x: -254, y: -226 },
  { x: 0, y: -254 },
  { x: 254, y: -226 },
  { x: 283, y: 0 },
  { x: 254, y: 226 },
  { x: 0, y: 254 },
  { x: -254, y: 226 },
  { x: -283, y: 0 },
];

const [W, H] = [HALF.x, HALF.y];
/** The outlines of the territories; their inner parts lie under the lake. */
export const LAND_SHAPES: string[] = [
  `${-W},${-H} -150,${-H} -128,-262 -112,-214 -180,-150 -246,-76 -288,-86 ${-W},-104`,
  `-150,${-H} 150,${-H} 128,-262 112,-214 -112,-214 -128,-262`,
  `${W},${-H} 150,${-H} 128,-262 112,-214 180,-150 246,-76 288,-86 ${W},-104`,
  `${W},-104 ${W},104 288,86 246,76 246,-76 288,-86`,
  `${W},${H} 150,${H} 128,262 112,214 180,150 246,76 288,86 ${W},104`,
  `-150,${H} 150,${H} 128,262 112,214 -112,214 -128,262`,
  `${-W},${H} -150,${H} -128,262 -112,214 -180,150 -246,76 -288,86 ${-W},104`,
  `${-W},-104 ${-W},104 -288,86 -246,76 -246,-76 -288,-86`,
];
export const RIVERS: string[] = [-1, 1].flatMap((x) =>
  [-1, 1].flatMap((y) => [
    `M${x * 112} ${y * 210}Q${x * 118} ${y * 250} ${x * 134} ${y * 264}T${x * 152} ${y * (H + 8)}`,
    `M${x * 240} ${y * 76}Q${x * 270} ${y * 78} ${x * 290} ${y * 88}T${x * (W + 8)} ${y * 104}`,
  ]),
);

export interface Floe {
  id: number;
  placement: number;
  shape: string;
  cells: number[];
  ring: Point[];
  hit: Point[];
  middle: Point;
}

/** The ice pieces of a view; a piece is named by its lowest hex. */
export function floes(layout: Layout, view: View): Floe[] {
  const seen = new Set<number>();
  const found: Floe[] = [];
  view.ice.forEach((code, cell) => {
    if (!code || seen.has(cell)) return;
    const { shape, cells } = layout.placements[code - 1];
    cells.forEach((one) => seen.add(one));
    found.push({ id: cells[0], placement: code - 1, shape, cells, ...shapeOf(layout, cells) });
  });
  return found;
}

export function shapeOf(layout: Layout, cells: number[]): Pick<Floe, 'ring' | 'hit' | 'middle'> {
  const centres = cells.map((cell) => centreOf(layout.cells[cell].column, layout.cells[cell].row));
  const middle = {
    x: centres.reduce((sum, p) => sum + p.x, 0) / centres.length,
    y: centres.reduce((sum, p) => sum + p.y, 0) / centres.length,
  };
  return { ring: outlineOf(centres, 4.9), hit: outlineOf(centres, 0), middle };
}

export type Thing =
  | { key: string; kind: 'vehicle'; seat: number; load: number }
  | { key: string; kind: 'crate'; colour: number; count: number }
  | { key: string; kind: 'bear' };

export type Standing = Thing & Point & { scale: number; space: number };

/** Everything that stands on the ice and on neutral land, spread over its space. Camps and the island show their own. */
export function standing(layout: Layout, view: View, pieces: Floe[]): Standing[] {
  const found: Standing[] = [];
  const floeOf = new Map(pieces.map((floe) => [floe.id, floe]));
  const spaces = [...pieces.map((floe) => floe.id), ...layout.spaces.map((_, i) => i).slice(layout.land)];
  for (const space of spaces) {
    const things: Thing[] = [];
    const land = space >= layout.land;
    const camp = ownerOf(view, space) >= 0;
    for (let seat = 0; seat < view.seats; seat++) {
      if (view.at[seat] === space)
        things.push({ key: `v${seat}`, kind: 'vehicle', seat, load: view.carried[seat] - 1 });
    }
    if (view.bear === space) things.push({ key: 'bear', kind: 'bear' });
    if (!camp && space !== layout.island) {
      for (let colour = 0; colour < view.seats; colour++) {
        const count = view.lying[space][colour];
        if (land && count) things.push({ key: `c${space}.${colour}`, kind: 'crate', colour, count });
        else
          for (let i = 0; i < count; i++)
            things.push({ key: `c${space}.${colour}.${i}`, kind: 'crate', colour, count: 1 });
      }
    }
    spread(layout, space, floeOf.get(space), things, found);
  }
  return found;
}

const AROUND: Point[][] = [
  [],
  [{ x: 0, y: 0 }],
  [
    { x: -9, y: -6 },
    { x: 9, y: 8 },
  ],
  [
    { x: 0, y: -9 },
    { x: -11, y: 8 },
    { x: 11, y: 8 },
  ],
  [
    { x: -10, y: -8 },
    { x: 10, y: -8 },
    { x: -10, y: 9 },
    { x: 10, y: 9 },
  ],
];

function spread(layout: Layout, space: number, floe: Floe | undefined, things: Thing[], out: Standing[]): void {
  if (!floe) {
    const camp = space < layout.island && (space - layout.land) % 2 === 0;
    const base = space === layout.island ? { x: 0, y: 0 } : LAND_AT[space - layout.land];
    const side = Math.abs(base.x) > Math.abs(base.y) && !camp;
    things.forEach((thing, i) => {
      const off = (i - (things.length - 1) / 2) * (camp ? 24 : 32);
      const at = camp
        ? { x: base.x + off * 0.9 + Math.sign(base.x) * -18, y: base.y + 26 }
        : space === layout.island
          ? { x: off * 1.05, y: 2 }
          : side
            ? { x: base.x, y: base.y + off }
            : { x: base.x + off, y: base.y };
      out.push({ ...thing, ...at, scale: 0.95, space });
    });
    return;
  }
  const shares: Thing[][] = floe.cells.map(() => []);
  things.forEach((thing, i) => shares[i % shares.length].push(thing));
  shares.forEach((share, i) => {
    const at = centreOf(layout.cells[floe.cells[i]].column, layout.cells[floe.cells[i]].row);
    const places = AROUND[Math.min(share.length, 4)];
    share.forEach((thing, j) => {
      const off = places[j % places.length];
      const scale = share.length === 1 ? 0.98 : share.length === 2 ? 0.82 : 0.72;
      out.push({ ...thing, x: at.x + off.x, y: at.y + off.y, scale, space });
    });
  });
}

export function ownerOf(view: View, space: number): number {
  for (let seat = 0; seat < view.seats; seat++) if (view.camp[seat] === space) return seat;
  return -1;
}

/** Where the middle of a space is drawn. */
export function middleOf(layout: Layout, space: number, pieces: Floe[]): Point {
  if (space === layout.island) return { x: 0, y: 0 };
  if (space >= layout.land) return LAND_AT[space - layout.land];
  return (
    pieces.find((floe) => floe.id === space)?.middle ?? centreOf(layout.cells[space].column, layout.cells[space].row)
  );
}

export function spaceWords(layout: Layout, space: number, t: Say): string {
  if (space < layout.land) return layout.spaces[space];
  const name = layout.spaces[space].toLowerCase();
  return t(layout.camps.includes(space) ? `space.camp_${name}` : `space.${name}`);
}

export function cellWords(layout: Layout, cells: number[]): string {
  return cells.map((cell) => layout.cells[cell].name).join(' ');
}

export function campTotal(view: View, seat: number): number {
  return view.lying[view.camp[seat]].reduce((sum, n) => sum + n, 0);
}

// Laying a piece by pointing -----------------------------------------------------------------------

/** How a placement lies round one of its hexes: equal for placements that are the same but for a shift. */
export function stance(layout: Layout, placement: number, cell: number): string {
  const here = layout.cells[cell];
  const { shape, cells } = layout.placements[placement];
  return `${shape}:${cells.map((one) => `${layout.cells[one].column - here.column},${layout.cells[one].row - here.row}`).join(';')}`;
}

function bearing(layout: Layout, placement: number, cell: number): number {
  const here = centreOf(layout.cells[cell].column, layout.cells[cell].row);
  const { middle } = shapeOf(layout, layout.placements[placement].cells);
  return Math.atan2(middle.y - here.y, middle.x - here.x);
}

export interface Trial {
  placement: number;
  move: PlaceMove | null;
}

/** What could be laid on a hex, the fitting ones first in order of direction; `fits` holds the legal moves. */
export function trials(layout: Layout, fits: Map<number, PlaceMove>, shapes: Set<string>, cell: number): Trial[] {
  const found: Trial[] = [];
  layout.placements.forEach(({ shape, cells }, placement) => {
    if (shapes.has(shape) && cells.includes(cell)) found.push({ placement, move: fits.get(placement) ?? null });
  });
  return found.sort(
    (one, other) =>
      Number(!one.move) - Number(!other.move) ||
      layout.placements[one.placement].shape.localeCompare(layout.placements[other.placement].shape) ||
      bearing(layout, one.placement, cell) - bearing(layout, other.placement, cell),
  );
}

/** The first and the last of each run of equal rows. */
export function ends(rows: readonly number[]): number[] {
  return rows.flatMap((row, i) => (rows[i - 1] !== row || rows[i + 1] !== row ? [i] : []));
}

export function seatName(seats: Seat[], colour: number, t: Say): string {
  return seats[colour]?.name ?? t(`colour.${COLOURS[colour]}`);
}

/** The paragraph that says what a key does. */
export const KEY_RULES: Partial<Record<Parts['kind'], string>> = {
  load: 'AK-5.2',
  unload: 'AK-5.2',
  hijack: 'AK-5.5',
  fog: 'AK-5.6',
  no_fog: 'AK-5.6',
  take: 'AK-4.4',
  leave: 'AK-4.4',
  end: 'AK-8.9',
};
