// Walking through what happened: an event says which numbers of the view changed, from what to what.

import type { ChangeInfo, Numbers, Position } from '../protocol';

/** The view after some changes; the old one stays as it was. */
export function applied(view: Position, changes: readonly ChangeInfo[], backwards = false): Position {
  const next: Position = { ...view };
  const fresh = new Set<unknown>();
  const list = backwards ? [...changes].reverse() : changes;
  for (const [field, at, old, now] of list) {
    const value = backwards ? old : now;
    if (at.length === 0) {
      next[field] = value;
      continue;
    }
    // Rows are copied before they are written to, each once.
    let holder = next as Record<string | number, Numbers>;
    let key: string | number = field;
    for (const step of at) {
      const row = holder[key];
      if (!Array.isArray(row)) break;
      const own = fresh.has(row) ? row : row.slice();
      fresh.add(own);
      holder[key] = own;
      holder = own as unknown as Record<string | number, Numbers>;
      key = step;
    }
    holder[key] = value;
  }
  return next;
}

/** Every position of a match, first to last, from its last view and its events. */
export function positions(last: Position, events: readonly { changes: readonly ChangeInfo[] }[]): Position[] {
  const found: Position[] = [last];
  for (let n = events.length - 1; n >= 0; n--) found.push(applied(found[found.length - 1]!, events[n]!.changes, true));
  return found.reverse();
}
