import { expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { fire } from './kit/webhook-call.ts';

const { appUrl } = inject('stack');
const document = z.object({
  openapi: z.literal('3.1.1'),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
});

test('serves the OpenAPI document as a cacheable file without a cookie', async () => {
  const answer = await fire(`${appUrl}/api/openapi.json`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  const { paths } = z.parse(document, answer.json());
  expect(paths['/prod/trigger/{workspaceId}/{deviceId}']?.['post']).toMatchObject({ operationId: 'fireByPost' });
  expect(paths['/prod/pass/fire']?.['post']).toMatchObject({ operationId: 'fireByPass' });
});

test('serves /llms.txt with the name, instructions to fire and a warning about real effects', async () => {
  const answer = await fire(`${appUrl}/llms.txt`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain']);
  expect(answer.text).toMatch(/^# Recado\n\n> /);
  for (const named of ['POST /prod/trigger/', 'dryRun=1', 'Idempotency-Key', 'RateLimit', '/api/openapi.json']) {
    expect(answer.text).toContain(named);
  }
  // ASCII only, because the response names no charset.
  expect(/^[\n -~]*$/.test(answer.text)).toBe(true);
});

test('answers 404 for paths similar to the OpenAPI document', async () => {
  for (const path of ['/api/openapi.json/', '/api/openapi.yaml', '/api/openapi']) {
    expect((await fire(`${appUrl}${path}`)).status).toBe(404);
  }
});
