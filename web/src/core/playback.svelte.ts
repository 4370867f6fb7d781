// Events shown one after the other, so that whoever watches can follow: at a table and in a lesson.

import { applied } from './changes';
import { moves, settings } from './settings.svelte';
import type { EventInfo, Position } from '../protocol';

export interface Audience {
  /** An event is shown. */
  tell: (event: EventInfo) => void;
  /** Does this event stay for a while before the one that follows (none: it is the last)? */
  holds: (event: EventInfo, next: EventInfo | undefined) => boolean;
  /** All have been shown. */
  end: () => void;
}

export class Playback {
  shown: Position | null = $state.raw(null);
  stepping = $state(false);
  private queue: EventInfo[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** `pace`: milliseconds that an event stays before the next, at usual speed. */
  constructor(
    private pace: number,
    private audience: Audience,
  ) {}

  /** How many events are still to come. */
  get behind(): number {
    return this.queue.length;
  }

  /** Walk through events, after those that are still to come. */
  walk(events: readonly EventInfo[]): void {
    this.queue.push(...events);
    if (!this.stepping) this.step();
  }

  /** Stop walking; what was not shown yet is handed back. */
  drop(): EventInfo[] {
    clearTimeout(this.timer);
    this.stepping = false;
    return this.queue.splice(0);
  }

  private step = (): void => {
    const event = this.queue.shift();
    this.stepping = event !== undefined;
    if (!event) return this.audience.end();
    if (this.shown && event.changes.length) this.shown = applied(this.shown, event.changes);
    this.audience.tell(event);
    const quick = !moves() || event.changes.length === 0 || document.hidden;
    if (quick || !this.audience.holds(event, this.queue[0])) this.step();
    else this.timer = setTimeout(this.step, this.pace / settings.speed);
  };
}
