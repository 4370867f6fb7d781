import { describe, expect, it } from 'vitest';
import { easyLevel } from '../src/core/api';
import { applied, positions } from '../src/core/changes';
import { bits, holds } from '../src/core/prose';
import { address, parse } from '../src/core/router.svelte';
import { USUAL, readSettings } from '../src/core/settings.svelte';
import { soundOf } from '../src/core/sound';
import { readTables } from '../src/core/tables.svelte';

describe('walking through events', () => {
  const first = {
    round: 0,
    line: [
      [0, 0],
      [0, 0],
    ],
    cell: [1, 2],
  };
  const events = [
    {
      changes: [
        ['round', [], 0, 1],
        ['line', [1, 0], 0, 3],
      ] as [string, number[], number, number][],
    },
    {
      changes: [
        ['line', [1, 0], 3, 4],
        ['cell', [0], 1, 5],
        ['line', [0, 1], 0, 2],
      ] as [string, number[], number, number][],
    },
  ];
  it('changes what the event says and leaves the old view as it was', () => {
    const second = applied(first, events[0]!.changes);
    expect(second).toEqual({
      round: 1,
      line: [
        [0, 0],
        [3, 0],
      ],
      cell: [1, 2],
    });
    expect(first.line[1]).toEqual([0, 0]);
    expect(second.line[0]).toBe(first.line[0]); // what did not change is shared
  });
  it('finds every position from the last one backwards', () => {
    const last = events.reduce((view, event) => applied(view, event.changes), first as Record<string, unknown>);
    const all = positions(last, events);
    expect(all).toHaveLength(3);
    expect(all[0]).toEqual(first);
    expect(all[1]).toEqual(applied(first, events[0]!.changes));
    expect(all[2]).toBe(last);
  });
});

describe('addresses', () => {
  it('name a page, its parts and its query, both ways', () => {
    expect(parse('')).toEqual({ page: 'home', parts: [], query: {} });
    expect(parse('#/rules/ice_lake/IL-3.4')).toEqual({ page: 'rules', parts: ['ice_lake', 'IL-3.4'], query: {} });
    const there = address('replay', ['a/b c'], { at: 12 });
    expect(parse(there)).toEqual({ page: 'replay', parts: ['a/b c'], query: { at: '12' } });
    expect(address('home')).toBe('#/');
  });
  it('survive nonsense', () => expect(parse('#/table/%E0%A4%A').parts).toEqual(['%E0%A4%A']));
});

describe('what is kept in the browser', () => {
  it('falls back to the usual for whatever makes no sense', () => {
    expect(readSettings(null)).toEqual(USUAL);
    expect(readSettings('not json')).toEqual(USUAL);
    expect(readSettings('null')).toEqual(USUAL);
    expect(readSettings('{"theme":"pink","speed":3,"sound":"yes","language":"xx"}')).toEqual(USUAL);
    expect(readSettings('{"theme":"dark","speed":2,"sound":false,"language":"fa"}')).toMatchObject({
      theme: 'dark',
      speed: 2,
      sound: false,
      language: 'fa',
    });
  });
  it('forgets tables that are none', () => {
    expect(readTables('[{"table":"a","token":"b","game":"c","seats":[0],"at":1}, 7, null, {"table":1}]')).toHaveLength(
      1,
    );
    expect(readTables('{')).toEqual([]);
  });
});

describe('rulebooks', () => {
  it('show emphasis and link paragraphs', () => {
    expect(bits('A *forced stop* (IL-3.6) is **bad**.').map((bit) => bit.kind)).toEqual([
      'text',
      'em',
      'text',
      'reference',
      'text',
      'strong',
      'text',
    ]);
  });
  it('are searched without regard to case and accents', () => {
    expect(holds('Le début de la manche', 'DEBUT manche')).toBe(true);
    expect(holds('Le début', 'fin')).toBe(false);
  });
});

it('a one-click match is against a beginner, or whoever plays weakest', () => {
  expect(easyLevel(['bear', 'fox', 'hare'])).toBe('hare');
  expect(easyLevel(['bear', 'fox'])).toBe('fox');
  expect(easyLevel(['random'])).toBe('random');
});

it('a step on the lake sounds like a blade', () => expect(soundOf('ice_lake', 'log.step')).toBe('blade'));
