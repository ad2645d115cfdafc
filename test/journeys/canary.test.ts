import { beforeAll, expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { stackControls } from '../local/local-client.ts';
import { readSecrets } from '../local/secrets-file.ts';
import { canaryNames, seedCanary } from '../local/seed/canary.ts';
import { sandboxClient } from '../sandboxes/sandbox-client.ts';

const stack = inject('stack');
const sandboxes = sandboxClient(stack.sandboxUrl ?? '');
const { invoke } = stackControls(stack);
const routines = z.object({ routines: z.array(z.object({ id: z.string() })) });
let webhook = '';

/** Limited to the canary's own trigger, because other journeys run at the same time. */
const misbehave = (how: object) => {
  const matchBody = /(trg-[\w-]+)/.exec(webhook)?.[1];
  return sandboxes.json('/alexa/_misbehave', { next: 1, match: '/v3/events', matchBody, ...how });
};

beforeAll(async () => {
  await seedCanary({ ...stack, sandboxUrl: stack.sandboxUrl ?? '' });
  webhook = z.object({ webhook: z.string() }).parse((await readSecrets(stack.secretsFile))['canary']).webhook;
});

test('passes the canary when its event starts the routine that fires the second trigger', async () => {
  expect(await invoke('canary', { job: 'canary' })).toEqual({
    executionId: expect.any(String),
    ms: expect.any(Number),
    heardMs: expect.any(Number),
  });
});

test('fails the canary when Alexa rejects the event', async () => {
  await misbehave({ status: 503 });
  await expect(invoke('canary', {})).rejects.toThrow(/notTaken.*unavailable/);
});

test('fails the canary when Alexa accepts the event but no routine answers', async () => {
  await misbehave({ status: 202 });
  await expect(invoke('canary', { patienceSeconds: 1 })).rejects.toThrow('notHeard');
});

test('fails the canary while the routine is missing and passes once it exists', async () => {
  const home = routines.parse((await sandboxes.get('/alexa/home/canary.json')).body);
  for (const { id } of home.routines) await sandboxes.json('/alexa/home/canary/forget', { id });
  await expect(invoke('canary', { patienceSeconds: 1 })).rejects.toThrow('notHeard');
  const routine = { friendlyName: canaryNames.fired, says: 'Piu.', scenes: [canaryNames.echo] };
  await sandboxes.json('/alexa/home/canary/routines', routine);
  expect(await invoke('canary', {})).toHaveProperty('heardMs');
});
