// Walking through what happened: an event says which numbers of the view changed, from what to what.

import type { ChangeInfo } from '../protocol';

export type View = Record<string, any>;

/** The view after some changes; the old one stays as it was. */
export function applied(view: View, changes: readonly ChangeInfo[], backwards = false): View {
  const next: View = { ...view };
  const fresh = new Set<unknown>();
  const list = backwards ? [...changes].reverse() : changes;
  for (const [field, at, old, now] of list) {
    const value = backwards ? old : now;
    if (at.length === 0) {
      next[field] = value;
      continue;
    }
    let holder: any = next;
    let key: string | number = field;
    for (const step of at) {
      if (!fresh.has(holder[key])) {
        if (!Array.isArray(holder[key])) break;
        holder[key] = holder[key].slice();
        fresh.add(holder[key]);
      }
      holder = holder[key];
      key = step;
    }
    holder[key] = value;
  }
  return next;
}

/** Every position of a match, first to last, from its last view and its events. */
export function positions(last: View, events: readonly { changes: readonly ChangeInfo[] }[]): View[] {
  const found: View[] = [last];
  for (let n = events.length - 1; n >= 0; n--) found.push(applied(found[found.length - 1]!, events[n]!.changes, true));
  return found.reverse();
}
