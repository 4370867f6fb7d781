import { describe, expect, it } from 'vitest';
import { nearest } from '../src/look/nearest';
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
