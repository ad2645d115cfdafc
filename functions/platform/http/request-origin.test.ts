import { expect, test } from 'vitest';

import { anEvent } from '#test/support/worlds/an-event.ts';

import { refusalFor } from './answer.ts';
import { cdnSecret, requireCdn } from './request-origin.ts';

const event = anEvent({ route: 'GET /api/x', headers: { 'x-origin-secret': 'from the CDN' } });
const none = { origin: () => Promise.resolve(undefined) };
const some = { origin: () => Promise.resolve({ value: 'from the CDN' }) };
const aws = { SECRETS_PREFIX: 'recado/prod/' };

test('rejects every request on AWS with a retry time when the CDN secret is missing', async () => {
  const thrown = await requireCdn({ originSecret: cdnSecret(none, aws) }, { event }).catch(refusalFor);
  expect(thrown).toMatchObject({ code: 'server.busy', status: 503, retryAfterSeconds: 5 });
});

test('accepts every request without a CDN', async () => {
  await expect(requireCdn({ originSecret: cdnSecret(none, {}) }, { event })).resolves.toBeUndefined();
});

test('accepts only requests from the CDN on AWS', { tags: 'threat-cdn-bypass' }, async () => {
  const platform = { originSecret: cdnSecret(some, aws) };
  await expect(requireCdn(platform, { event })).resolves.toBeUndefined();
  const direct = anEvent({ route: 'GET /api/x' });
  await expect(requireCdn(platform, { event: direct })).rejects.toMatchObject({ code: 'request.notFound' });
});
