/** A finger is broad: what lies this near to it, in pixels, may be meant. */
export const REACH = 30;
/** And however small a place is drawn, it answers over so many pixels each way. */
export const LEAST = 40;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Point {
  x: number;
  y: number;
}

/** A place that can be pressed: its box, and whether the finger is on what is drawn of it. */
export interface Lit {
  box: Box;
  under: boolean;
}

/**
 * Which places a finger may mean. One is pressed at once; between several that are drawn too small and too near one
 * another for a finger, whoever pressed is asked. None: nothing lit is within reach.
 */
export function meant(at: Point, places: readonly Lit[]): number[] {
  const claims = places.flatMap(({ box, under }, i) => (under || answers(at, box) ? [i] : []));
  if (claims.length) return claims;
  const one = nearest(
    at,
    places.map(({ box }) => box),
  );
  return one === null ? [] : [one];
}

/** Is this within what answers for a place beside its drawing: forty pixels around its middle, or all of a thin one? */
function answers(at: Point, { left, top, right, bottom }: Box): boolean {
  const thin = Math.min(right - left, bottom - top) < LEAST;
  const holds = (value: number, from: number, to: number): boolean =>
    Math.abs(value - (from + to) / 2) <= Math.max(thin ? to - from : 0, LEAST) / 2;
  return holds(at.x, left, right) && holds(at.y, top, bottom);
}

/** Which of these boxes is nearest to a point, within reach; of several that hold it, the one whose middle is nearest. */
export function nearest(at: Point, boxes: readonly Box[]): number | null {
  let best: number | null = null;
  let least = REACH;
  boxes.forEach((box, i) => {
    const beside = Math.hypot(
      Math.max(box.left - at.x, 0, at.x - box.right),
      Math.max(box.top - at.y, 0, at.y - box.bottom),
    );
    const off = Math.hypot((box.left + box.right) / 2 - at.x, (box.top + box.bottom) / 2 - at.y);
    const far = beside + off / 1e4;
    if (far < least) [least, best] = [far, i];
  });
  return best;
}

/** How much these points must be magnified so that each has a square of `side` to itself. */
export function apart(points: readonly Point[], side: number): number {
  let least = Infinity;
  points.forEach((one, i) => {
    for (const other of points.slice(i + 1))
      least = Math.min(least, Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)));
  });
  return side / least;
}
