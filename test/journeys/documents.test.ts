import { expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { fire } from './kit/webhook-call.ts';

const { appUrl } = inject('stack');
const document = z.object({
  openapi: z.literal('3.1.1'),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
});

test('the OpenAPI document is served as a file that may be kept, names the webhook and no cookie is needed', async () => {
  const answer = await fire(`${appUrl}/api/openapi.json`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  const { paths } = z.parse(document, answer.json());
  expect(paths['/prod/trigger/{workspaceId}/{deviceId}']?.['post']).toMatchObject({ operationId: 'fireByPost' });
  expect(paths['/prod/pass/fire']?.['post']).toMatchObject({ operationId: 'fireByPass' });
});

test('/llms.txt is text that begins with the name, says how to fire and that trying it out moves something', async () => {
  const answer = await fire(`${appUrl}/llms.txt`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain']);
  expect(answer.text).toMatch(/^# Recado\n\n> /);
  for (const named of ['POST /prod/trigger/', 'dryRun=1', 'Idempotency-Key', 'RateLimit', '/api/openapi.json']) {
    expect(answer.text).toContain(named);
  }
  // Nothing but ASCII, as no charset is named.
  expect(/^[\n -~]*$/.test(answer.text)).toBe(true);
});

test('a path beside the document is no document', async () => {
  for (const path of ['/api/openapi.json/', '/api/openapi.yaml', '/api/openapi']) {
    expect((await fire(`${appUrl}${path}`)).status).toBe(404);
  }
});
