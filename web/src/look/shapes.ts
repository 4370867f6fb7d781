/** Geometry that several drawings share. */

export interface Point {
  x: number;
  y: number;
}

export const ROOT3 = Math.sqrt(3);

export function points(list: Point[]): string {
  return list.map((p) => `${round(p.x)},${round(p.y)}`).join(' ');
}

export function round(n: number): number {
  return Math.round(n * 100) / 100;
}

/** Centre of a flat-topped hex in axial coordinates. */
export function flatCentre(q: number, r: number, size: number): Point {
  return { x: 1.5 * q * size, y: ROOT3 * (r + q / 2) * size };
}

/** Corners of a hexagon; `turn` 0 is flat-topped, 30 degrees pointy-topped. */
export function hexCorners(at: Point, size: number, turn = 0): Point[] {
  return [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = (Math.PI / 3) * i + (turn * Math.PI) / 180;
    return { x: at.x + size * Math.cos(angle), y: at.y + size * Math.sin(angle) };
  });
}

export function between(a: Point, b: Point, share = 0.5): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}

/** A repeatable stream of numbers in [0, 1): scenery looks the same at every visit. */
export function scatter(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A closed soft outline through points (Catmull-Rom as Bezier curves). */
export function softLoop(list: Point[], tension = 0.5): string {
  const n = list.length;
  const at = (i: number): Point => list[(i + n) % n];
  let path = `M${round(at(0).x)} ${round(at(0).y)}`;
  for (let i = 0; i < n; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const k = tension / 3;
    const c1 = { x: from.x + (to.x - before.x) * k, y: from.y + (to.y - before.y) * k };
    const c2 = { x: to.x - (after.x - from.x) * k, y: to.y - (after.y - from.y) * k };
    path += `C${round(c1.x)} ${round(c1.y)} ${round(c2.x)} ${round(c2.y)} ${round(to.x)} ${round(to.y)}`;
  }
  return path + 'Z';
}

/** The outline of a seat's mark of about this radius, centred on 0, 0. */
export function markPath(colour: string, size: number): string {
  const s = round(size);
  if (colour === 'yellow') {
    const r = round(size * 0.9);
    return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
  }
  if (colour === 'blue') {
    const h = round(size * 0.8);
    return `M${-h} ${-h}H${h}V${h}H${-h}Z`;
  }
  if (colour === 'red') {
    return `M0 ${-s}L${round(s * 0.98)} ${round(s * 0.76)}H${round(-s * 0.98)}Z`;
  }
  return `M0 ${round(-s * 1.05)}L${round(s * 1.05)} 0L0 ${round(s * 1.05)}L${round(-s * 1.05)} 0Z`;
}
