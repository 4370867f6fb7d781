/** A finger is broad: what lies this near to it, in pixels, may be meant. */
export const REACH = 30;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Which of these boxes is nearest to a point, within reach; of several that hold it, the one whose middle is nearest. */
export function nearest(at: { x: number; y: number }, boxes: readonly Box[]): number | null {
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
