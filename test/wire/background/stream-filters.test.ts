import { expect, test } from 'vitest';

import { streamFilters } from '#functions/data/stream-filters.ts';

import { matches } from '../../local/background/event-pattern.ts';

const record = (eventName: string, sk: string, images: object = {}) => ({
  eventName,
  dynamodb: { Keys: { pk: { S: 'W#7' }, sk: { S: sk } }, ...images },
});
const trigger = (run?: object) => ({ NewImage: { type: { S: 'trigger' }, ...run } });
const run = { run: { M: { id: { S: 'run-1' } } } };

test.each<[string, object, boolean]>([
  ['a new outbox item', record('INSERT', 'OUTBOX#2026-11-20T12:00:00.000Z#1'), true],
  ['an outbox item that is postponed', record('MODIFY', 'OUTBOX#2026-11-20T12:00:00.000Z#1'), false],
  ['an outbox item that is done', record('REMOVE', 'OUTBOX#2026-11-20T12:00:00.000Z#1'), false],
  ['a trigger that ran', record('MODIFY', 'TRIGGER#1', trigger(run)), true],
  ['a trigger that never ran', record('MODIFY', 'TRIGGER#1', trigger()), false],
  ['a new trigger', record('INSERT', 'TRIGGER#1', trigger()), false],
  ['a kept run', record('INSERT', 'RUN#2026-11-20#1', { NewImage: { type: { S: 'run' } } }), false],
  ['a renewed session', record('MODIFY', 'SESSION', { NewImage: { type: { S: 'session' } } }), false],
])('wakes the worker for %s: %3$s', (_, change, wakes) => {
  expect(Object.values(streamFilters).some((filter) => matches(filter, change))).toBe(wakes);
});
