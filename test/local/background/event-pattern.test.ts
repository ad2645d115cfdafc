import { expect, test } from 'vitest';

import { matches } from './event-pattern.ts';

const insert = { eventName: 'INSERT', dynamodb: { Keys: { sk: { S: 'OUTBOX#1' } }, NewImage: { run: { M: {} } } } };

test.each([
  ['a list with the value', { eventName: ['MODIFY', 'INSERT'] }, true],
  ['a list without the value', { eventName: ['REMOVE'] }, false],
  ['a prefix', { dynamodb: { Keys: { sk: { S: [{ prefix: 'OUTBOX#' }] } } } }, true],
  ['another prefix', { dynamodb: { Keys: { sk: { S: [{ prefix: 'RUN#' }] } } } }, false],
  ['a suffix', { dynamodb: { Keys: { sk: { S: [{ suffix: '#1' }] } } } }, true],
  ['an existing field', { dynamodb: { NewImage: { run: { M: [{ exists: true }] } } } }, true],
  ['a required but missing field', { dynamodb: { OldImage: { run: [{ exists: true }] } } }, false],
  ['the absence of a field', { dynamodb: { OldImage: { run: [{ exists: false }] } } }, true],
  ['anything but another value', { eventName: [{ 'anything-but': ['REMOVE'] }] }, true],
  [
    'several conditions of which one fails',
    { eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: ['no'] } } } },
    false,
  ],
])('matches a filter for %s', (_, pattern, passes) => {
  expect(matches(pattern, insert)).toBe(passes);
});

test('throws on an unsupported operator instead of never matching', () => {
  expect(() => matches({ eventName: [{ wildcard: '*' }] }, insert)).toThrow('wildcard');
});
