/** An action that keeps an element at a point and lets it glide there when the point changes, whatever its order. */

export interface Glide {
  x: number;
  y: number;
  ms: number;
}

export function glide(node: SVGElement | HTMLElement, to: Glide): { update: (next: Glide) => void } {
  const at = (p: Glide): string => `translate(${p.x}px, ${p.y}px)`;
  let now = to;
  node.style.transform = at(now);
  return {
    update(next) {
      if (next.x !== now.x || next.y !== now.y) {
        if (next.ms > 0) {
          node.animate([{ transform: at(now) }, { transform: at(next) }], {
            duration: next.ms,
            easing: 'cubic-bezier(0.45, 0.05, 0.3, 1)',
          });
        }
        node.style.transform = at(next);
      }
      now = next;
    },
  };
}
