// @vitest-environment node
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import type { Endpoint } from '#shared/contracts/endpoint.ts';

import { ApiError } from './api-error.ts';
import { addressOf, type CallOptions, createClient } from './client.ts';

const read = {
  method: 'GET',
  path: '/api/triggers/{id}/executions',
  access: 'session',
  scope: 'workspace',
  reply: z.object({ items: z.array(z.string()) }),
  summary: '',
} as const satisfies Endpoint;
const write = { ...read, method: 'POST', path: '/api/triggers' } as const satisfies Endpoint;
const input = { params: { id: 't1' }, workspaceId: 7 };

/** Without an answer, a call ends only with its signal. */
function aClient(answer?: Response | Error | DOMException) {
  const sent: { url: string; init: RequestInit }[] = [];
  const shown: ApiError[] = [];
  const ended: ApiError[] = [];
  const reported: string[] = [];
  const refusalLoads: number[] = [];
  const limits: { ms: number; end: AbortController }[] = [];
  const client = createClient({
    fetch: async (url, init) => {
      sent.push({ url, init });
      if (!answer) return untilAborted(init.signal);
      if (!(answer instanceof Response)) throw answer;
      return answer;
    },
    timeout: (ms) => {
      const end = new AbortController();
      limits.push({ ms, end });
      return end.signal;
    },
    onFailure: (error) => shown.push(error),
    onSessionExpired: (error) => ended.push(error),
    report: (what) => reported.push(what),
    loadRefusals: async () => {
      await Promise.resolve();
      refusalLoads.push(shown.length);
    },
  });
  const fail = async (options: CallOptions = {}) => {
    const error: unknown = await client.call(read, input, options).catch((cause: unknown) => cause);
    if (!(error instanceof ApiError)) throw new Error('the call did not fail as an ApiError', { cause: error });
    return error;
  };
  return { client, sent, limits, shown, ended, reported, refusalLoads, fail };
}

const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const text = (status: number, body: string, statusText = '') => new Response(body, { status, statusText });

test('returns the parsed reply without fields that the contract does not name', async () => {
  const { client } = aClient(json(200, { items: ['a'], later: true }));
  expect(await client.call(read, input)).toEqual({ items: ['a'] });
});

test('sends credentials, the workspace, and a JSON content type only with a body', { tags: 'spec-242.1' }, async () => {
  const reading = aClient(json(200, { items: [] }));
  await reading.client.call(read, input);
  const [call] = reading.sent;
  expect(call?.url).toBe('/api/triggers/t1/executions');
  expect(call?.init).toMatchObject({ method: 'GET', credentials: 'include' });
  const headers = new Headers(call?.init.headers);
  expect(headers.get('x-workspace-id')).toBe('7');
  expect(headers.get('content-type')).toBeNull();

  const writing = aClient(json(200, { items: [] }));
  await writing.client.call(write, { workspaceId: 7, body: { name: 'Door' } });
  expect(writing.sent[0]?.init.body).toBe('{"name":"Door"}');
  expect(new Headers(writing.sent[0]?.init.headers).get('content-type')).toBe('application/json');
});

test('sends form data unchanged, so that the browser sets its content type', { tags: 'spec-242.1' }, async () => {
  const { client, sent } = aClient(json(200, { items: [] }));
  const form = new FormData();
  form.set('picture', 'x');
  await client.call(write, { body: form });
  expect(sent[0]?.init.body).toBe(form);
  expect(new Headers(sent[0]?.init.headers).get('content-type')).toBeNull();
});

test('escapes parameters in addresses and omits undefined ones', () => {
  expect(addressOf(read, { params: { id: 'a/b?c' }, query: { cursor: 'x y', none: undefined } })).toBe(
    '/api/triggers/a%2Fb%3Fc/executions?cursor=x+y',
  );
});

const long = 'x'.repeat(150);
test.each([
  { answer: json(409, { error: 'Taken', message: 'other' }), problem: 'refused', says: 'Taken' },
  { answer: json(409, { message: 'Only this' }), problem: 'refused', says: 'Only this' },
  {
    answer: new Response('{}', {
      status: 502,
      statusText: 'Bad Gateway',
      headers: { 'content-type': 'application/json' },
    }),
    problem: 'bareStatus',
    says: 'Error 502: Bad Gateway',
  },
  { answer: text(500, '', 'Internal Server Error'), problem: 'bareStatus', says: 'Error 500: Internal Server Error' },
  { answer: text(500, long), problem: 'plainText', says: `An error occurred 500: ${'x'.repeat(100)}` },
  {
    answer: new Response('{oops', { status: 500, headers: { 'content-type': 'application/json' } }),
    problem: 'plainText',
    says: 'An error occurred 500: {oops',
  },
  { answer: text(200, '<html>'), problem: 'notJson', says: 'invalid response from server' },
  {
    answer: new Response('{oops', { headers: { 'content-type': 'application/json' } }),
    problem: 'unreadable',
    says: 'error processing server response',
  },
  { answer: new TypeError('Failed to fetch'), problem: 'network', says: 'network error' },
  { answer: json(200, { items: 'no list' }), problem: 'unexpected', says: 'unexpected reply: items' },
] as const)(
  'fails with "$says" ($problem)',
  { tags: ['spec-289.1', 'spec-290.1', 'spec-291.1', 'spec-292.1', 'spec-293.1', 'spec-294.1', 'spec-342.7'] },
  async ({ answer, problem, says }) => {
    const { fail, shown } = aClient(answer);
    expect(await fail()).toMatchObject({ problem, message: says });
    expect(shown).toHaveLength(1);
  },
);

test('returns the key, the fields and the waiting time of a refusal', async () => {
  const body = { error: 'No', errorKey: 'trigger.tooMany', fields: { name: 'trigger.nameTaken' } };
  const { fail } = aClient(json(429, body, { 'retry-after': '30' }));
  expect(await fail()).toMatchObject({ status: 429, errorKey: 'trigger.tooMany', fields: body.fields, retryAfter: 30 });
});

test('shows a refusal after its texts are loaded, and other failures at once', async () => {
  const refused = aClient(json(409, { error: 'Taken', errorKey: 'trigger.nameTaken' }));
  await refused.fail();
  expect([refused.refusalLoads, refused.shown.length]).toEqual([[0], 1]);
  const cut = aClient(new TypeError('Failed to fetch'));
  await cut.fail();
  expect([cut.refusalLoads, cut.shown.length]).toEqual([[], 1]);
});

test('reports a reply of the wrong shape by its path, never by its content', async () => {
  const { fail, reported } = aClient(json(200, { items: [{ token: 'secret' }] }));
  await fail();
  expect(reported).toEqual(['GET /api/triggers/{id}/executions: unexpected reply: items.0']);
});

test('signs out instead of showing a failure when the session has expired', async () => {
  const { fail, shown, ended } = aClient(json(401, { error: 'x', errorKey: 'auth.sessionExpired' }));
  await fail({ allow: [401, 409] });
  expect(ended).toHaveLength(1);
  expect(shown).toHaveLength(0);
});

test.each([
  ['with another key', () => json(401, { error: 'x', errorKey: 'alexa.rejected' })],
  ['without a key', () => json(401, { message: 'Unauthorized' })],
  ['that is not JSON', () => text(401, 'Unauthorized')],
  ['without a body', () => text(401, '', 'Unauthorized')],
])('signs out on a 401 %s, even if the caller shows failures', { tags: 'spec-173.1' }, async (_, answer) => {
  for (const options of [{}, { allow: [401] }, { allow: 'all' }] as const) {
    const { fail, shown, ended } = aClient(answer());
    await fail(options);
    expect([ended.length, shown.length]).toEqual([1, 0]);
  }
});

test('leaves the 401 of a run to its caller unless the session has expired', { tags: 'spec-302.1' }, async () => {
  const refused = aClient(json(401, { error: 'x' }));
  await refused.fail({ allow: 'all', allowUnauthorized: true });
  expect([refused.ended, refused.shown]).toEqual([[], []]);
  const expired = aClient(json(401, { error: 'x', errorKey: 'auth.sessionExpired' }));
  await expired.fail({ allow: 'all', allowUnauthorized: true });
  expect(expired.ended).toHaveLength(1);
});

test('leaves some statuses, or all failures, to the caller', { tags: 'spec-295.2' }, async () => {
  const allowed = aClient(json(409, { error: 'x' }));
  await allowed.fail({ allow: [409] });
  expect(allowed.shown).toHaveLength(0);
  const skipped = aClient(json(401, { error: 'x', errorKey: 'auth.sessionExpired' }));
  await skipped.fail({ skipErrorHandling: true });
  expect([skipped.shown, skipped.ended]).toEqual([[], []]);
});

test('rethrows an abort and shows nothing', { tags: 'spec-295.1' }, async () => {
  const abort = new DOMException('gone', 'AbortError');
  const { client, shown } = aClient(abort);
  await expect(client.call(read, input)).rejects.toBe(abort);
  expect(shown).toHaveLength(0);
});

test.each([
  ['a read', read, {}, 30_000],
  ['a read with a shorter limit', read, { limit: 8_000 }, 8_000],
  ['a write with a limit', write, { limit: 12_000 }, 12_000],
])('fails %s without an answer as a network error', async (_, endpoint, options, ms) => {
  const { client, limits, shown } = aClient();
  const call = client.call(endpoint, input, options).catch((error: unknown) => error);
  expect(limits).toMatchObject([{ ms }]);
  limits[0]?.end.abort(new DOMException('late', 'TimeoutError'));
  expect(await call).toMatchObject({ problem: 'network' });
  expect(shown).toHaveLength(1);
});

test('rethrows an abort of a call that has a limit', async () => {
  const stop = new AbortController();
  const { client, shown } = aClient();
  const call = client.call(read, input, { signal: stop.signal });
  stop.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  expect(shown).toEqual([]);
});

test('sets no limit for other writes', async () => {
  const { client, limits } = aClient(json(200, { items: [] }));
  await client.call(write, input);
  expect(limits).toEqual([]);
});

test('returns undefined for an empty reply that the contract allows', async () => {
  const { reply: _, ...silent } = read;
  const { client } = aClient(new Response(null, { status: 204 }));
  expect(await client.call(silent, input)).toBeUndefined();
});
