/**
 * Focus that is never lost. What a move takes off the board takes the focus with it, and a keyboard or a screen reader
 * would be thrown back to the top of the page. A held region takes the focus itself meanwhile, and hands it to what can
 * be pressed as soon as there is something again: the same thing if it is still there, or else what is nearest.
 */

export interface Place {
  label: string;
  x: number;
  y: number;
  /** a place of the drawing, and no button beside it */
  spot: boolean;
}

/** Which of these is nearest to what was pressed last; -1 if there are none. Places of the drawing come before buttons. */
export function heir(last: Place, all: readonly Place[]): number {
  let best = -1;
  let least = Infinity;
  all.forEach((one, i) => {
    const same = one.label === last.label && one.spot === last.spot;
    const far = Math.hypot(one.x - last.x, one.y - last.y) + (one.spot ? 0 : 1e6);
    const cost = same ? far - 1e9 : far;
    if (cost < least) {
      least = cost;
      best = i;
    }
  });
  return best;
}

/** For `{@attach}`: a page, or a part of one, on which what is pressed may go away. Not for `details`: a browser passes by
 *  the summary of one that takes the focus itself.
 */
export const keepsFocus = (root: HTMLElement): (() => void) =>
  hold(root, 'a[href], button, input, select, textarea, summary');

/** Keep the focus in `root`, which is no SVG element, among what matches `pressable`, until somebody takes it elsewhere. */
export function hold(root: HTMLElement, pressable: string): () => void {
  let last: Place | null = null; // null: the focus is somebody else's
  let byPointer = false;

  function placeOf(one: Element): Place {
    const [box, home] = [one.getBoundingClientRect(), root.getBoundingClientRect()];
    return {
      label: one.getAttribute('aria-label') ?? one.textContent?.trim() ?? '',
      x: box.left + box.width / 2 - home.left,
      y: box.top + box.height / 2 - home.top,
      spot: one.classList.contains('spot'),
    };
  }

  function lost(): boolean {
    const here = document.activeElement;
    return !here || here === document.body || here === root || here.matches(':disabled');
  }

  function mend(): void {
    if (!last || !lost()) return;
    const found = [...root.querySelectorAll<HTMLElement>(pressable)].filter(
      (one) => !one.matches(':disabled') && one.getClientRects().length > 0,
    );
    const next = found[heir(last, found.map(placeOf))] ?? root;
    if (next !== document.activeElement) next.focus({ preventScroll: byPointer });
  }

  function came(event: FocusEvent): void {
    const target = event.target as Element;
    if (target === root) last ??= { label: '', x: 0, y: 0, spot: false };
    else last = placeOf(target.closest(pressable) ?? target);
  }

  function went(event: FocusEvent): void {
    const to = event.relatedTarget as Node | null;
    if (to && !root.contains(to)) last = null; // no target at all: what had the focus was taken away
  }

  function pointed(event: Event): void {
    byPointer = true;
    if (!root.contains(event.target as Node)) last = null;
  }
  function typed(): void {
    byPointer = false;
  }

  root.tabIndex = -1;
  const watcher = new MutationObserver(mend);
  watcher.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  root.addEventListener('focusin', came);
  root.addEventListener('focusout', went);
  document.addEventListener('pointerdown', pointed, true);
  document.addEventListener('keydown', typed, true);
  return () => {
    watcher.disconnect();
    root.removeEventListener('focusin', came);
    root.removeEventListener('focusout', went);
    document.removeEventListener('pointerdown', pointed, true);
    document.removeEventListener('keydown', typed, true);
  };
}
