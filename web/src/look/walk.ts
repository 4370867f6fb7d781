/**
 * Walking about a drawing with the arrow keys: all its spots are one stop for Tab, arrows go to the nearest spot in
 * their direction. Directions are those of the screen, so that this works for hexes, cards and cubes alike.
 */

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
    const way = WAYS[event.key];
    const here = (event.target as HTMLElement).closest<HTMLElement>('.spot');
    if (!way || !here || event.altKey || event.ctrlKey || event.metaKey) return;
    const from = placed(here);
    let best: HTMLElement | null = null;
    let least = Infinity;
    for (const other of spots().map(placed)) {
      const cost = reach(other.x - from.x, other.y - from.y, way);
      if (cost < least) {
        least = cost;
        best = other.spot;
      }
    }
    event.preventDefault();
    event.stopPropagation();
    best?.focus();
  }

  const watcher = new MutationObserver(keepOneStop);
  watcher.observe(root, { childList: true, subtree: true });
  keepOneStop();
  root.addEventListener('focusin', focused);
  root.addEventListener('keydown', key as EventListener);
  return () => {
    watcher.disconnect();
    root.removeEventListener('focusin', focused);
    root.removeEventListener('keydown', key as EventListener);
  };
}
