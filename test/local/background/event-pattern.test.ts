import { expect, test } from 'vitest';

import { matches } from './event-pattern.ts';

const insert = { eventName: 'INSERT', dynamodb: { Keys: { sk: { S: 'OUTBOX#1' } }, NewImage: { run: { M: {} } } } };

test.each([
  ['a value of the list', { eventName: ['MODIFY', 'INSERT'] }, true],
  ['none of the list', { eventName: ['REMOVE'] }, false],
  ['a prefix', { dynamodb: { Keys: { sk: { S: [{ prefix: 'OUTBOX#' }] } } } }, true],
  ['another prefix', { dynamodb: { Keys: { sk: { S: [{ prefix: 'RUN#' }] } } } }, false],
  ['a suffix', { dynamodb: { Keys: { sk: { S: [{ suffix: '#1' }] } } } }, true],
  ['something that is there', { dynamodb: { NewImage: { run: { M: [{ exists: true }] } } } }, true],
  ['something that is not there', { dynamodb: { OldImage: { run: [{ exists: true }] } } }, false],
  ['the absence of something', { dynamodb: { OldImage: { run: [{ exists: false }] } } }, true],
  ['anything but a value', { eventName: [{ 'anything-but': ['REMOVE'] }] }, true],
  ['all of several', { eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: ['no'] } } } }, false],
])('a filter asks for %s', (_, pattern, passes) => {
  expect(matches(pattern, insert)).toBe(passes);
});

test('an operator that is not imitated is an error, not a filter that never matches', () => {
  expect(() => matches({ eventName: [{ wildcard: '*' }] }, insert)).toThrow('wildcard');
});
