/**
 * Walking about a drawing with the arrow keys: all its spots are one stop for Tab, arrows go to the nearest spot in
 * their direction. Directions are those of the screen, so that this works for hexes, cards and cubes alike. Page Down
 * and Page Up go through all of them in reading order, so that none is out of reach; Home and End to the first and last.
 */

import { hold } from './hold';

const WAYS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

interface Placed {
  spot: HTMLElement;
  x: number;
  y: number;
}

function placed(spot: HTMLElement): Placed {
  const box = spot.getBoundingClientRect();
  return { spot, x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** How far a spot is in a direction: what lies aside counts more than what lies ahead; behind is out of reach. */
export function reach(dx: number, dy: number, way: [number, number]): number {
  const ahead = dx * way[0] + dy * way[1];
  const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
  return ahead <= 1 || aside > ahead * 2.5 ? Infinity : ahead + 2 * aside;
}

/** The spot that a key leads to from one of them; null: this key leads nowhere. Several may lie on the same point. */
export function led(key: string, at: number, all: readonly { x: number; y: number }[]): number | null {
  const way = WAYS[key];
  if (way) {
    const from = all[at];
    let best: number | null = null;
    let least = Infinity;
    all.forEach((other, i) => {
      const cost = reach(other.x - from.x, other.y - from.y, way);
      if (cost < least) [least, best] = [cost, i];
    });
    return best;
  }
  const turn = { PageDown: 1, PageUp: -1, Home: -Infinity, End: Infinity }[key];
  if (turn === undefined || !all.length) return null;
  const order = all.map((_, i) => i).sort((a, b) => all[a].y - all[b].y || all[a].x - all[b].x);
  const here = order.indexOf(at);
  const there = Number.isFinite(turn) ? (here + turn + order.length) % order.length : turn < 0 ? 0 : order.length - 1;
  return order[there];
}

/** `root` is no SVG element: some browsers let Tab stop at those that listen for focus. */
export function walk(root: HTMLElement): () => void {
  const spots = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('.spot')];

  function keepOneStop(): void {
    const all = spots();
    if (all.length && !all.some((spot) => spot.getAttribute('tabindex') === '0')) {
      all[0].setAttribute('tabindex', '0');
    }
  }

  function stopAt(spot: HTMLElement): void {
    for (const other of spots()) other.setAttribute('tabindex', other === spot ? '0' : '-1');
  }

  function focused(event: Event): void {
    const spot = (event.target as HTMLElement).closest<HTMLElement>('.spot');
    if (spot) stopAt(spot);
  }

  function key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const here = (event.target as HTMLElement).closest<HTMLElement>('.spot');
    const home = event.target === root; // between two moves the whole drawing has the focus
    if ((!here && !home) || !(event.key in WAYS || ['Home', 'End', 'PageUp', 'PageDown'].includes(event.key))) return;
    const all = spots().map(placed);
    const next = here
      ? led(
          event.key,
          all.findIndex((one) => one.spot === here),
          all,
        )
      : all.length
        ? 0
        : null;
    event.preventDefault();
    event.stopPropagation();
    if (next !== null) all[next].spot.focus();
  }

  const watcher = new MutationObserver(keepOneStop);
  watcher.observe(root, { childList: true, subtree: true });
  keepOneStop();
  const release = hold(root, '.spot, .key, .cardkey');
  root.addEventListener('focusin', focused);
  root.addEventListener('keydown', key as EventListener);
  return () => {
    watcher.disconnect();
    release();
    root.removeEventListener('focusin', focused);
    root.removeEventListener('keydown', key as EventListener);
  };
}
