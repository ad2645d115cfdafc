import { expect, test } from 'vitest';

import { Refusal, refusals } from './refusals.ts';
import { outcomes } from './rules/execution/outcomes.ts';

test(
  'uses 401 only for an expired session, so that a failing provider never signs a user out',
  { tags: 'spec-173.1' },
  () => {
    const unauthorised = Object.entries(refusals).filter(([, [status]]) => status === 401);
    expect(unauthorised.map(([code]) => code)).toEqual(['auth.sessionExpired']);
  },
);

test('defines a refusal for every outcome except sent and echo', () => {
  const silent = Object.entries(outcomes).filter(([, { refusal }]) => refusal === undefined);
  expect(silent.map(([outcome]) => outcome)).toEqual(['sent', 'echo']);
});

test('creates a refusal with status, message and fields', () => {
  const refusal = new Refusal('request.invalid', { fields: { name: 'trigger.nameTooShort' } });
  expect(refusal.status).toBe(400);
  expect(refusal.message).toBe('Some fields are not valid.');
  expect(refusal.fields).toEqual({ name: 'trigger.nameTooShort' });
});
