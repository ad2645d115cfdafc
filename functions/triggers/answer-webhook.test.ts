import { describe, expect, onTestFinished, test, vi } from 'vitest';

import type { Run } from '#functions/data/triggers/trigger-item.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { createLog } from '#functions/platform/log.ts';
import { createMetrics } from '#functions/platform/metrics.ts';
import { webhookReply } from '#shared/contracts/webhook.ts';
import { Refusal } from '#shared/refusals.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';
import { anAccess } from '#test/support/worlds/a-grant.ts';
import { anEvent } from '#test/support/worlds/an-event.ts';
import { anExecution, aRunWorkspace } from '#test/support/worlds/an-execution.ts';

import { answerWebhook, type WebhookDeps } from './answer-webhook.ts';
import { executeTrigger } from './execution/execute-trigger.ts';
import type { Execution, RunRequest } from './execution/run.ts';
import type { WantedRun } from './receipts/read-run.ts';

const token = 'the-token-of-this-workspace';
const route = 'GET /trigger/{workspaceId}/{deviceId}';
const params = { workspaceId: '7', deviceId: 'trg-good-night' };
const now = new Date('2026-11-20T12:00:00.000Z');

const withoutReceipts: Pick<WebhookDeps, 'readRun' | 'receipts' | 'pause'> = {
  readRun: () => Promise.reject(new Error('No run is read here.')),
  receipts: { find: () => Promise.resolve(undefined) },
  pause: () => Promise.resolve(),
};

type Request = Partial<Parameters<typeof anEvent>[0]>;

function aWebhook(answer: Partial<Execution> | (() => Promise<Execution>) = {}) {
  const asked: RunRequest[] = [];
  const lines: string[] = [];
  const turnedAway: string[] = [];
  const deps: WebhookDeps = {
    execute(request) {
      asked.push(request);
      if (typeof answer === 'function') return answer();
      return Promise.resolve({ outcome: 'sent', executionId: 'run-1', ms: 12, ...answer });
    },
    ...withoutReceipts,
    originSecret: () => Promise.resolve(undefined),
    log: createLog({ write: (line) => void lines.push(line), now: () => now }),
    metrics: (_, { errorKey = '' }) => void turnedAway.push(errorKey),
    now: () => now,
  };
  const call = (request: Request = {}) => answerWebhook(deps, anEvent({ route, params, query: { token }, ...request }));
  return { asked, lines, turnedAway, deps, call };
}

/** A run that is waited for is answered by what `history` gives, a read at a time. */
function aConfirmedWebhook(history: (Run | undefined)[]) {
  const hook = aWebhook({ awaits: true });
  const pauses: number[] = [];
  let at = now.getTime();
  const deps: WebhookDeps = {
    ...hook.deps,
    receipts: { find: () => Promise.resolve(history.length > 1 ? history.shift() : history[0]) },
    pause: (ms) => {
      pauses.push(ms);
      at += ms;
      return Promise.resolve();
    },
    now: () => new Date(at),
  };
  const call = (headers: Record<string, string> = {}) =>
    answerWebhook(deps, anEvent({ route, params, query: { token }, headers }));
  return { call, pauses };
}

const aKeptRun = (rest: Partial<Run> = {}): Run => ({
  id: 'run-1',
  at: now.toISOString(),
  channel: 'webhook',
  outcome: 'sent',
  ms: 12,
  stages: {},
  openMs: 600_000,
  ...rest,
});

describe('a trigger whose routine confirms', () => {
  test('answers at once that the routine is awaited', async () => {
    const { call, pauses } = aConfirmedWebhook([]);
    const reply = await call();
    expect(bodyOf(reply)).toEqual({ outcome: 'sent', executionId: 'run-1', ms: 12, answer: 'awaited' });
    expect(reply.headers).not.toHaveProperty('preference-applied');
    expect(pauses).toEqual([]);
  });

  test('answers with the receipt for a caller that prefers to wait', async () => {
    const { call, pauses } = aConfirmedWebhook([undefined, aKeptRun(), aKeptRun({ ranMs: 900 })]);
    const reply = await call({ prefer: 'return=minimal, wait=8' });
    expect(bodyOf(reply)).toEqual({ outcome: 'sent', executionId: 'run-1', ms: 12, answer: 'ran', ranMs: 900 });
    expect(reply.headers).toMatchObject({ 'preference-applied': 'wait=8' });
    expect(pauses).toEqual([400, 400]);
  });

  test('says that the routine is still awaited when the time is over, eight seconds at most', async () => {
    const { call, pauses } = aConfirmedWebhook([aKeptRun()]);
    const reply = await call({ prefer: 'wait=60' });
    expect(bodyOf(reply)).toMatchObject({ outcome: 'sent', answer: 'awaited' });
    expect(reply.headers).toMatchObject({ 'preference-applied': 'wait=8' });
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(8000);
  });

  test.each(['wait=0', 'wait', 'wait=soon', 'await=3', 'respond-async'])('does not wait for %s', async (prefer) => {
    const { call } = aConfirmedWebhook([aKeptRun({ ranMs: 900 })]);
    const reply = await call({ prefer });
    expect(bodyOf(reply)).toMatchObject({ answer: 'awaited' });
    expect(reply.headers).not.toHaveProperty('preference-applied');
  });
});

test('what became of a run is told to who may fire it', async () => {
  const asked: WantedRun[] = [];
  const { deps } = aWebhook();
  const reading: WebhookDeps = {
    ...deps,
    readRun: (wanted) => {
      asked.push(wanted);
      return Promise.resolve({ outcome: 'sent', answer: 'ran', ranMs: 2400 });
    },
  };
  const path = { ...params, executionId: 'run-1' };
  const of = 'GET /trigger/{workspaceId}/{deviceId}/runs/{executionId}';
  const reply = await answerWebhook(reading, anEvent({ route: of, params: path, query: { token } }));
  expect([reply.statusCode, bodyOf(reply)]).toEqual([200, { outcome: 'sent', answer: 'ran', ranMs: 2400 }]);
  expect(asked).toMatchObject([{ workspaceId: 7, triggerId: 'good-night', executionId: 'run-1' }]);
  expect([token, 'another'].map((each) => asked[0]?.mayFire(aRunWorkspace({ tokenHash: hashOf(each) })))).toEqual([
    true,
    false,
  ]);
});

const asAsked = { channel: 'webhook', workspaceId: 7, triggerId: 'good-night', mayFire: () => true } as const;

const bodyOf = ({ body = '' }: { body?: string }): unknown => JSON.parse(body);

describe('a run that Amazon took', () => {
  test.each([route, 'POST /trigger/{workspaceId}/{deviceId}'])('is 200 for %s', async (method) => {
    const reply = await aWebhook().call({ route: method });
    expect(reply.statusCode).toBe(200);
    expect(bodyOf(reply)).toEqual({ outcome: 'sent', executionId: 'run-1', ms: 12 });
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': 'request-1' });
  });

  test('takes the token from the address or from the Authorization header', async () => {
    const hook = aWebhook();
    await hook.call();
    await hook.call({ query: {}, headers: { authorization: `Bearer ${token}` } });
    await hook.call({ query: {}, headers: { authorization: `bearer  ${token}` } });
    await hook.call({ query: { token: 'wrong' } });
    await hook.call({ query: {}, headers: { authorization: `Basic ${token}` } });
    await hook.call({ query: {} });
    const workspace = aRunWorkspace({ tokenHash: hashOf(token) });
    expect(hook.asked.map(({ mayFire }) => mayFire(workspace))).toEqual([true, true, true, false, false, false]);
  });

  test('executes this trigger, without a key', async () => {
    const hook = aWebhook();
    await hook.call();
    expect(hook.asked).toMatchObject([{ channel: 'webhook', workspaceId: 7, triggerId: 'good-night', startedAt: now }]);
    expect(hook.asked[0]?.once).toBeUndefined();
  });
});

describe('every outcome has its answer', () => {
  const statuses: Record<Outcome, [number, string?]> = {
    sent: [200],
    echo: [200],
    loop: [429, 'trigger.loop'],
    workspaceInactive: [409, 'workspace.inactive'],
    planRequired: [409, 'workspace.planRequired'],
    disabled: [409, 'trigger.disabled'],
    notLinked: [409, 'amazon.notLinked'],
    skillNotEnabled: [409, 'amazon.skillNotEnabled'],
    grantRevoked: [409, 'amazon.grantRevoked'],
    reinstallSkill: [409, 'amazon.reinstallSkill'],
    tooMany: [429, 'trigger.tooMany'],
    throttled: [503, 'alexa.throttled'],
    unavailable: [503, 'alexa.unavailable'],
    rejected: [502, 'alexa.rejected'],
    unknown: [504, 'alexa.unknownOutcome'],
  };
  test.each(outcomeNames)('%s', async (outcome) => {
    const reply = await aWebhook({ outcome }).call();
    const [status, errorKey] = statuses[outcome];
    expect(reply.statusCode).toBe(status);
    expect(webhookReply.parse(bodyOf(reply))).toMatchObject({
      outcome,
      executionId: 'run-1',
      ...(errorKey && { errorKey }),
    });
  });

  test.each([
    ['reconnect', true, undefined, 'Amazon token expired, reconnect your Amazon account on the authentication page'],
    ['switch the skill off and on', false, undefined, 'Disable and enable the skill in the Alexa app, then try again.'],
    [
      'switch the skill off and on',
      true,
      now.toISOString(),
      'Disable and enable the skill in the Alexa app, then try again.',
    ],
  ] as const)('a permission that is over says to %s', async (_, chainOn, reconnectRefusedAt, error) => {
    const access = anAccess(now, { state: 'revoked', reconnectRefusedAt });
    const workspace = aRunWorkspace({ tokenHash: hashOf(token) });
    const world = anExecution({ chainOn, facts: { workspace, access } });
    const reply = await aWebhook(() => executeTrigger(world.deps, { ...asAsked, startedAt: world.clock.now() })).call();
    expect([reply.statusCode, webhookReply.parse(bodyOf(reply)).error]).toEqual([409, error]);
    expect(world.reads).toHaveLength(1);
  });

  test('one that may be tried again says when', async () => {
    const reply = await aWebhook({ outcome: 'throttled', retryAfterSeconds: 17 }).call();
    expect(reply.headers).toMatchObject({ 'retry-after': '17' });
  });
});

describe('a caller who may not fire learns nothing', () => {
  test('as much is read for a wrong token as for an unknown trigger or workspace, so that no timing distinguishes them', async () => {
    const workspace = aRunWorkspace({ tokenHash: hashOf(token) });
    const shown = async (facts: NonNullable<Parameters<typeof anExecution>[0]>['facts'], sent: string) => {
      const world = anExecution({ facts: { workspace, ...facts } });
      const { log } = world.deps;
      const execute = (request: RunRequest) => executeTrigger(world.deps, request);
      const deps: WebhookDeps = {
        execute,
        originSecret: async () => undefined,
        log,
        metrics: () => undefined,
        now: world.clock.now,
        ...withoutReceipts,
      };
      const { statusCode, body } = await answerWebhook(deps, anEvent({ route, params, query: { token: sent } }));
      const { reads, sentEvents, recorded, logged } = world;
      return { statusCode, body, reads, sentEvents, recorded, logged };
    };
    const wrong = await shown({}, 'made-up');
    expect(wrong).toMatchObject({ statusCode: 404, sentEvents: [], recorded: [] });
    expect(wrong.reads).toHaveLength(1);
    expect(await shown({ trigger: undefined }, 'made-up')).toEqual(wrong);
    expect(await shown({ trigger: undefined }, token)).toEqual(wrong);
    expect(await shown({ workspace: undefined, trigger: undefined }, token)).toEqual(wrong);
    expect(await shown({ workspace: undefined, trigger: undefined }, 'made-up')).toEqual(wrong);
    expect(await shown({}, '')).toEqual(wrong);
  });

  test('a wrong token, an unknown trigger, an unknown workspace and a malformed address answer alike', async () => {
    const refuse = () => Promise.reject(new Refusal('trigger.notFound'));
    const replies = await Promise.all([
      aWebhook(refuse).call(),
      aWebhook().call({ params: { workspaceId: '7', deviceId: 'somebody-elses' } }),
      aWebhook().call({ params: { workspaceId: '007', deviceId: 'trg-good-night' } }),
      aWebhook().call({ params: { workspaceId: '7.0', deviceId: 'trg-good-night' } }),
      aWebhook().call({ params: { workspaceId: '99999999999999999', deviceId: 'trg-good-night' } }),
      aWebhook().call({ params: { workspaceId: '7', deviceId: `trg-${'x'.repeat(61)}` } }),
    ]);
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    const hook = aWebhook(refuse);
    await hook.call();
    expect(hook.turnedAway).toEqual(['trigger.notFound']);
    expect(replies[0]).toMatchObject({ statusCode: 404 });
    expect(bodyOf(replies[0] ?? {})).toEqual({ error: 'There is no such trigger.', errorKey: 'trigger.notFound' });
  });
});

describe('an Idempotency-Key', () => {
  test('is kept for a day', async () => {
    const hook = aWebhook();
    await hook.call({ headers: { 'idempotency-key': 'x'.repeat(128) } });
    expect(hook.asked[0]?.once).toEqual({ key: 'x'.repeat(128), lifeSeconds: 86_400 });
  });

  test.each(['', 'x'.repeat(129)])('of %j is refused', async (key) => {
    const hook = aWebhook();
    const reply = await hook.call({ headers: { 'idempotency-key': key } });
    expect(reply.statusCode).toBe(400);
    expect(bodyOf(reply)).toMatchObject({ errorKey: 'trigger.keyInvalid' });
    expect(hook.asked).toEqual([]);
  });

  test('whose first run is not over is 409', async () => {
    const reply = await aWebhook(() => Promise.reject(new Refusal('trigger.alreadyRunning'))).call();
    expect(reply.statusCode).toBe(409);
    expect(bodyOf(reply)).toMatchObject({ errorKey: 'trigger.alreadyRunning' });
  });
});

describe('nothing is fired', () => {
  test.each<[string, Request]>([
    ['by HEAD', { route: 'HEAD /trigger/{workspaceId}/{deviceId}' }],
    ['by a chat that shows a preview', { headers: { 'user-agent': 'WhatsApp/2.24.20.89 A' } }],
    ['by a browser that fetches ahead', { headers: { 'sec-purpose': 'prefetch' } }],
  ])('%s: 204', async (_, request) => {
    const hook = aWebhook();
    const reply = await hook.call(request);
    expect(reply).toMatchObject({ statusCode: 204, headers: { 'cache-control': 'no-store' } });
    expect(reply.body).toBeUndefined();
    expect(hook.asked).toEqual([]);
  });

  test('by a body that is too large: 413', async () => {
    const hook = aWebhook();
    const reply = await hook.call({ route: 'POST /trigger/{workspaceId}/{deviceId}', body: 'x'.repeat(65 * 1024) });
    expect(reply.statusCode).toBe(413);
    expect(hook.asked).toEqual([]);
  });
});

test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream', undefined])(
  'a body of type %s is taken and ignored',
  async (type) => {
    const hook = aWebhook();
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const reply = await hook.call({ route: 'POST /trigger/{workspaceId}/{deviceId}', body: '{not json', headers });
    expect(reply.statusCode).toBe(200);
  },
);

test('a request that came around the CDN finds nothing', async () => {
  const hook = aWebhook();
  const deps = { ...hook.deps, originSecret: () => Promise.resolve({ value: 'from-the-cdn' }) };
  const direct = await answerWebhook(deps, anEvent({ route, params, query: { token } }));
  expect(direct.statusCode).toBe(404);
  const headers = { 'x-origin-secret': 'from-the-cdn' };
  expect((await answerWebhook(deps, anEvent({ route, params, query: { token }, headers }))).statusCode).toBe(200);
});

test('a secret of the CDN that does not come in time is 503, and fires nothing', async () => {
  const hook = aWebhook();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const waiting = answerWebhook(
    { ...hook.deps, originSecret: () => Promise.withResolvers<undefined>().promise },
    anEvent({ route, params, query: { token } }),
  );
  await vi.advanceTimersByTimeAsync(6_000);
  const reply = await Promise.race([waiting, Promise.resolve(undefined)]);
  expect(reply).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
  expect(hook.asked).toEqual([]);
});

test('a failure of the product is a plain 500, or 503 with a pause when the table is busy', async () => {
  const surprise = await aWebhook(() => Promise.reject(new TypeError('x is undefined'))).call();
  expect(surprise.statusCode).toBe(500);
  expect(surprise.body).not.toContain('undefined');
  const busy = await aWebhook(() => Promise.reject(new Refusal('server.busy', { retryAfterSeconds: 5 }))).call();
  expect(busy).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
});

test('no token and no query string is in any log line, whatever happens', async () => {
  const lines: string[] = [];
  const sink = { write: (line: string) => void lines.push(line), now: () => now };
  const log = createLog(sink);
  const worlds: Parameters<typeof anExecution>[0][] = [
    { facts: { workspace: aRunWorkspace({ tokenHash: hashOf(token) }) } },
    { facts: { workspace: undefined } },
    { facts: { workspace: aRunWorkspace({ tokenHash: hashOf(token) }) }, sent: { outcome: 'unknown' } },
    { sent: () => Promise.reject(new Error(`GET /prod/trigger/7/trg-1?token=${token} failed`)) },
  ];
  for (const given of worlds) {
    const world = anExecution({
      ...given,
      facts: { workspace: aRunWorkspace({ tokenHash: hashOf(token) }), ...given?.facts },
    });
    const deps: WebhookDeps = {
      execute: (request) =>
        executeTrigger({ ...world.deps, log, metrics: createMetrics({ ...sink, namespace: 'Recado' }) }, request),
      originSecret: () => Promise.resolve(undefined),
      log,
      metrics: createMetrics({ ...sink, namespace: 'Recado' }),
      now: world.clock.now,
      ...withoutReceipts,
    };
    for (const request of [{}, { headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'secret-key' } }]) {
      await answerWebhook(deps, anEvent({ route, params, query: { token, extra: 'query-word' }, ...request }));
    }
    const broken = { ...deps, execute: () => Promise.reject(new Error(`?token=${token}&extra=query-word`)) };
    await answerWebhook(broken, anEvent({ route, params, query: { token, extra: 'query-word' } }));
  }
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines) {
    for (const secret of [token, hashOf(token), 'query-word', 'secret-key', '?token'])
      expect(line).not.toContain(secret);
  }
});
