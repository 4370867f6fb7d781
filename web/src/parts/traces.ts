// Where others moved last: what just happened stays visible until one moves oneself.

import type { LastMove } from '../boards/types';
import type { EventInfo, Said } from '../protocol';

/** The seat that an event tells of: whoever decided it, or else whom its first sentence names. */
export function whose(event: EventInfo, seats: readonly { colour: string }[]): number | null {
  if (event.by !== null) return event.by;
  const at = seats.findIndex((seat) => event.said[0]?.params.seat === `@colour.${seat.colour}`);
  return at < 0 ? null : at;
}

/** The places that sentences name; a key of the messages is no place. */
export function placesOf(said: readonly Said[]): string[] {
  const plain = said.flatMap((one) => Object.values(one.params)).filter((value) => typeof value === 'string');
  return plain.filter((value) => !value.startsWith('@')).flatMap((value) => value.split(' '));
}

/** The places of the others' moves since our own last one, each once. */
export function traces(
  events: readonly EventInfo[],
  seats: readonly { colour: string }[],
  mine: readonly number[],
): LastMove[] {
  const own = events.findLastIndex((event) => event.by !== null && mine.includes(event.by)) + 1;
  const since = mine.length ? own : Math.max(0, events.length - 4); // whoever watches sees the last few
  const found = new Map<string, LastMove>();
  for (const event of events.slice(since)) {
    const seat = whose(event, seats);
    if (seat === null || mine.includes(seat)) continue;
    const other = seats.findIndex((one) => event.said[0]?.params.other === `@colour.${one.colour}`);
    for (const place of placesOf(event.said))
      found.set(`${place}/${other}`, { place, seat, at: other < 0 ? seat : other });
  }
  return [...found.values()];
}
