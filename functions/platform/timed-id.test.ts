import fc from 'fast-check';
import { expect, test } from 'vitest';

import { timedId, timeOfId } from './timed-id.ts';

test('creates a UUID that contains its time', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), fc.nat(2 ** 47), (random, at) => {
      const id = timedId(new Date(at), random);
      expect(timeOfId(id)).toBe(at);
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    }),
  );
});

test('returns undefined for ids without a time', () => {
  expect(timeOfId('2c1f0a52-3a5f-4d2e-9f58-0a3d8d6b7c11')).toBeUndefined();
  expect(timeOfId('run-1')).toBeUndefined();
});
