/**
 * Coming nearer to a drawing: wheel or pinch under the pointer, drag to move about, + and - and 0 on the keyboard.
 * The drawing is scaled and cut to the room that it has, so that it never lies over what stands beside it.
 */

export interface Nearness {
  scale: number;
  x: number;
  y: number;
}

export const WHOLE: Nearness = { scale: 1, x: 0, y: 0 };
const MOST = 4;
const SLIP = 6; // pixels that a press may move and still be a press

/** Nearer by a factor with one point of the room staying where it is; never beyond the drawing's edges. */
export function nearer(now: Nearness, factor: number, at: { x: number; y: number }, room: DOMRect): Nearness {
  const scale = Math.min(MOST, Math.max(1, now.scale * factor));
  const share = scale / now.scale;
  return within({ scale, x: at.x - (at.x - now.x) * share, y: at.y - (at.y - now.y) * share }, room);
}

/** Moved so that the drawing still fills its room. */
export function within(one: Nearness, room: { width: number; height: number }): Nearness {
  const held = (value: number, size: number): number => Math.min(0, Math.max(size * (1 - one.scale), value));
  return { scale: one.scale, x: held(one.x, room.width), y: held(one.y, room.height) };
}

/** How much of the drawing is cut off on each side, in its own measure. */
export function cut({ scale, x, y }: Nearness, room: { width: number; height: number }): string {
  const sides = [-y, x + room.width * (scale - 1), y + room.height * (scale - 1), -x];
  return `inset(${sides.map((side) => `${(side / scale).toFixed(2)}px`).join(' ')})`;
}

const spread = (touches: TouchList): number =>
  Math.hypot(touches[0]!.clientX - touches[1]!.clientX, touches[0]!.clientY - touches[1]!.clientY);
const middle = (touches: TouchList): { clientX: number; clientY: number } => ({
  clientX: [...touches].reduce((sum, one) => sum + one.clientX, 0) / touches.length,
  clientY: [...touches].reduce((sum, one) => sum + one.clientY, 0) / touches.length,
});
const scrolls = (): boolean => document.documentElement.scrollHeight > innerHeight + 1;
const writing = (target: EventTarget | null): boolean =>
  Boolean((target as Element | null)?.closest?.('input, textarea, select, dialog, [contenteditable]'));

/** Let people come nearer; `told` hears how near they are. The answer: stop listening, and show the whole again. */
export function zoom(drawing: HTMLElement, told: (now: Nearness) => void): { stop: () => void; whole: () => void } {
  let now = WHOLE;
  let room = drawing.getBoundingClientRect(); // as it is without any transform
  let held: { clientX: number; clientY: number; wide: number; moved: boolean } | null = null;
  const events = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    heard: (event: HTMLElementEventMap[K]) => void,
    options: AddEventListenerOptions = {},
  ): void => drawing.addEventListener(name, heard, { ...options, signal: events.signal });

  function show(next: Nearness): void {
    now = next;
    const near = now.scale > 1.001;
    drawing.style.transformOrigin = near ? '0 0' : '';
    drawing.style.transform = near ? `translate(${now.x}px, ${now.y}px) scale(${now.scale})` : '';
    drawing.style.clipPath = near ? cut(now, room) : '';
    drawing.style.touchAction = near ? 'none' : '';
    told(now);
  }
  const measure = (): void => {
    if (now.scale === 1) room = drawing.getBoundingClientRect();
  };
  const at = (one: { clientX: number; clientY: number }) => ({ x: one.clientX - room.left, y: one.clientY - room.top });

  /** What the pointer pulls itself, like a cube, is not moved along with the drawing. */
  const own = (event: Event): boolean => Boolean((event.target as Element).closest('.pulls'));

  function grip(one: { clientX: number; clientY: number }, wide: number): void {
    measure();
    held = { clientX: one.clientX, clientY: one.clientY, wide, moved: false };
  }
  function pull(one: { clientX: number; clientY: number }, wide: number): boolean {
    if (!held) return false;
    const [dx, dy] = [one.clientX - held.clientX, one.clientY - held.clientY];
    if (!held.moved && Math.hypot(dx, dy) < SLIP && Math.abs(wide - held.wide) < SLIP) return false;
    const moved = within({ scale: now.scale, x: now.x + dx, y: now.y + dy }, room);
    show(nearer(moved, held.wide ? wide / held.wide : 1, at(one), room));
    held = { clientX: one.clientX, clientY: one.clientY, wide, moved: true };
    return true;
  }

  on(
    'wheel',
    (event) => {
      if (event.defaultPrevented || (scrolls() && !event.ctrlKey)) return;
      event.preventDefault();
      measure();
      show(nearer(now, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), at(event), room));
    },
    { passive: false },
  );
  on(
    'touchstart',
    (event) => {
      if (event.touches.length === 2) {
        event.preventDefault();
        grip(middle(event.touches), spread(event.touches));
      } else if (event.touches.length === 1 && now.scale > 1 && !own(event)) grip(event.touches[0]!, 0);
    },
    { passive: false },
  );
  on(
    'touchmove',
    (event) => {
      const two = event.touches.length === 2;
      if (held && (two || now.scale > 1)) {
        if (pull(middle(event.touches), two ? spread(event.touches) : 0)) event.preventDefault();
      }
    },
    { passive: false },
  );
  for (const name of ['touchend', 'touchcancel'] as const)
    on(name, (event) => {
      held = event.touches.length === 1 && now.scale > 1 ? { ...middle(event.touches), wide: 0, moved: true } : null;
    });
  on('pointerdown', (event) => {
    if (event.pointerType !== 'mouse') return;
    held = null; // a drag that ended beside the drawing is over: this is a new press
    if (event.button === 0 && now.scale > 1 && !own(event)) grip(event, 0);
  });
  const drag = (event: PointerEvent): void => {
    if (held && event.pointerType === 'mouse' && event.buttons === 1) pull(event, 0);
  };
  // What was moved about was not pressed.
  const click = (event: MouseEvent): void => {
    if (held?.moved) event.stopPropagation();
    held = null;
  };
  on('click', click, { capture: true });
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return;
    if (!['+', '-', '0'].includes(event.key) || event.defaultPrevented) return;
    measure();
    const factor = { '+': 1.4, '-': 1 / 1.4, '0': 0 }[event.key]!;
    show(factor ? nearer(now, factor, { x: room.width / 2, y: room.height / 2 }, room) : WHOLE);
  };
  // Whoever goes from place to place by keyboard sees where they are.
  on('focusin', (event) => {
    if (now.scale === 1) return;
    const box = (event.target as Element).getBoundingClientRect();
    const aside = (low: number, high: number, from: number, to: number): number =>
      low < from ? from - low + 12 : high > to ? to - high - 12 : 0;
    const [dx, dy] = [
      aside(box.left, box.right, room.left, room.right),
      aside(box.top, box.bottom, room.top, room.bottom),
    ];
    if (dx || dy) show(within({ scale: now.scale, x: now.x + dx, y: now.y + dy }, room));
  });
  const whole = (): void => show(WHOLE);
  window.addEventListener('pointermove', drag, { signal: events.signal });
  window.addEventListener('keydown', key, { signal: events.signal });
  window.addEventListener('resize', whole, { signal: events.signal });
  return {
    stop: () => {
      events.abort();
      whole();
    },
    whole,
  };
}
