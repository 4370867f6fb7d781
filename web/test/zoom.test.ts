import { describe, expect, it } from 'vitest';
import { apart, LEAST, meant, nearest } from '../src/look/nearest';
import { cut, nearer, WHOLE, within } from '../src/look/zoom';

const room = { width: 800, height: 600 } as DOMRect;

describe('coming nearer', () => {
  it('keeps the point under the pointer where it is', () => {
    const near = nearer(WHOLE, 2, { x: 200, y: 150 }, room);
    expect(near).toEqual({ scale: 2, x: -200, y: -150 });
    expect(nearer(near, 0.5, { x: 10, y: 10 }, room)).toEqual(WHOLE);
  });
  it('never shows what lies beside the drawing', () => {
    expect(within({ scale: 2, x: 50, y: -9000 }, room)).toEqual({ scale: 2, x: 0, y: -600 });
    expect(nearer(WHOLE, 100, { x: 0, y: 0 }, room).scale).toBe(4);
  });
  it('cuts the drawing to its room', () => {
    expect(cut({ scale: 2, x: -200, y: -150 }, room)).toBe('inset(75.00px 300.00px 225.00px 100.00px)');
  });
});

describe('the nearest place', () => {
  const box = (left: number, top: number) => ({ left, top, right: left + 20, bottom: top + 20 });
  it('takes what is pressed a little beside it', () => {
    expect(nearest({ x: 38, y: 10 }, [box(0, 0), box(100, 0)])).toBe(0);
    expect(nearest({ x: 62, y: 10 }, [box(0, 0), box(80, 0)])).toBe(1);
  });
  it('takes nothing from far away', () => {
    expect(nearest({ x: 60, y: 60 }, [box(0, 0)])).toBeNull();
  });
});

describe('which places a finger may mean', () => {
  const lit = (left: number, top: number, size: number, at: { x: number; y: number }) => {
    const box = { left, top, right: left + size, bottom: top + size };
    return { box, under: at.x >= left && at.x < box.right && at.y >= top && at.y < box.bottom };
  };
  /** What is meant by a press here, among squares of one size side by side in a row. */
  const inRow = (x: number, y: number, size: number, count = 3) =>
    meant(
      { x, y },
      Array.from({ length: count }, (_, i) => lit(i * size, 0, size, { x, y })),
    );

  it('is the one under it, where places are large enough', () => {
    for (const x of [1, 20, 39]) expect(inRow(x, 20, LEAST)).toEqual([0]);
    expect(inRow(41, 20, LEAST)).toEqual([1]);
  });
  it('is every small place whose forty pixels hold it', () => {
    expect(inRow(14, 14, 28, 2)).toEqual([0]);
    expect(inRow(27, 14, 28, 2)).toEqual([0, 1]);
    expect(inRow(23, 14, 28, 2)).toEqual([0, 1]);
    expect(inRow(42, 14, 28, 3)).toEqual([1]);
  });
  it('gives every place forty pixels each way, alone or to choose from', () => {
    for (const size of [8, 18, 26, 28, 39])
      for (let which = 0; which < 3; which++)
        for (let dx = -19; dx <= 19; dx += 2)
          for (const dy of [-19, 0, 19]) expect(inRow((which + 0.5) * size + dx, size / 2 + dy, size)).toContain(which);
  });
  it('is a small place beside a large one, too', () => {
    const at = { x: 103, y: 50 };
    expect(meant(at, [lit(0, 0, 100, at), lit(100, 40, 20, at)])).toEqual([1]);
    const before = { x: 95, y: 50 };
    expect(meant(before, [lit(0, 0, 100, before), lit(100, 40, 20, before)])).toEqual([0, 1]);
  });
  it('is a bent place, too, whose middle another one fills', () => {
    const bent = { box: { left: 0, top: 0, right: 60, bottom: 60 }, under: false };
    expect(meant({ x: 40, y: 40 }, [bent, { box: { left: 25, top: 25, right: 90, bottom: 90 }, under: true }])).toEqual(
      [0, 1],
    );
  });
  it('is the nearest one from a little beside, and nothing from far away', () => {
    expect(inRow(20, 62, LEAST)).toEqual([0]);
    expect(inRow(20, 90, LEAST)).toEqual([]);
  });
  it('is parted by magnifying', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 12, y: 3 },
      { x: 0, y: 16 },
    ];
    expect(apart(points, 48)).toBe(4);
    expect(apart([points[0]!, points[0]!], 48)).toBe(Infinity);
  });
});
