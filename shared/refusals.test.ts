import { expect, test } from 'vitest';

import { Refusal, refusals } from './refusals.ts';
import { outcomes } from './rules/execution/outcomes.ts';

test('only an expired session is 401, so that no provider can sign a person out', { tags: 'spec-173.1' }, () => {
  const unauthorised = Object.entries(refusals).filter(([, [status]]) => status === 401);
  expect(unauthorised.map(([code]) => code)).toEqual(['auth.sessionExpired']);
});

test('every outcome of a run but the good ones has a refusal to show', () => {
  const silent = Object.entries(outcomes).filter(([, { refusal }]) => refusal === undefined);
  expect(silent.map(([outcome]) => outcome)).toEqual(['sent', 'echo']);
});

test('a refusal carries its status, sentence and fields', () => {
  const refusal = new Refusal('request.invalid', { fields: { name: 'trigger.nameTooShort' } });
  expect(refusal.status).toBe(400);
  expect(refusal.message).toBe('Some fields are not valid.');
  expect(refusal.fields).toEqual({ name: 'trigger.nameTooShort' });
});
