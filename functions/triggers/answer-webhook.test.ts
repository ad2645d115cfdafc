import { describe, expect, onTestFinished, test, vi } from 'vitest';

import type { Run } from '#functions/data/items/trigger-item.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { createLog } from '#functions/platform/log.ts';
import { createMetrics } from '#functions/platform/metrics.ts';
import { webhookReply } from '#shared/contracts/webhook.ts';
import { Refusal } from '#shared/refusals.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';
import { anAccess } from '#test/support/worlds/a-grant.ts';
import { appUrl } from '#test/support/worlds/a-platform.ts';
import { anEvent } from '#test/support/worlds/an-event.ts';
import { anExecution, aRunWorkspace } from '#test/support/worlds/an-execution.ts';
import { plainSeal } from '#test/support/worlds/plain-seal.ts';

import { answerWebhook, type WebhookDeps } from './answer-webhook.ts';
import { executeTrigger } from './execution/execute-trigger.ts';
import type { Execution, RunRequest } from './execution/run.ts';
import type { WantedRun } from './receipts/read-run.ts';

const token = 'the-token-of-this-workspace';
const route = 'GET /trigger/{workspaceId}/{deviceId}';
const params = { workspaceId: '7', deviceId: 'trg-good-night' };
const now = new Date('2026-11-20T12:00:00.000Z');

type Unused = 'appUrl' | 'skillPage' | 'check' | 'planByWebhook' | 'readRun' | 'receipts' | 'pause' | 'seal';

const withoutReceipts: Pick<WebhookDeps, Unused> = {
  appUrl,
  skillPage: () => undefined,
  seal: plainSeal,
  check: () => Promise.reject(new Error('Nothing is checked here.')),
  planByWebhook: () => Promise.reject(new Error('Nothing is planned here.')),
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

/** A webhook of a trigger whose routine confirms runs. Each read of a run returns the next item of `history`. */
function aConfirmedWebhook(history: (Run | undefined)[], execution: Partial<Execution> = {}, tookMs = 0) {
  let at = now.getTime();
  const hook = aWebhook(() => {
    at += tookMs;
    const awaitedSince = now.toISOString();
    return Promise.resolve({ outcome: 'sent', executionId: 'run-1', ms: 12, awaitedSince, ...execution });
  });
  const pauses: number[] = [];
  const reads: object[] = [];
  const deps: WebhookDeps = {
    ...hook.deps,
    receipts: {
      find: (run) => {
        reads.push(run);
        return Promise.resolve(history.length > 1 ? history.shift() : history[0]);
      },
    },
    pause: (ms) => {
      pauses.push(ms);
      at += ms;
      return Promise.resolve();
    },
    now: () => new Date(at),
  };
  const call = (headers: Record<string, string> = {}) =>
    answerWebhook(deps, anEvent({ route, params, query: { token }, headers }));
  return { call, pauses, reads };
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

describe('confirmed runs', () => {
  test('returns "awaited" at once when the routine confirms runs', async () => {
    const { call, pauses } = aConfirmedWebhook([]);
    const reply = await call();
    expect(bodyOf(reply)).toEqual({ outcome: 'sent', executionId: 'run-1', ms: 12, answer: 'awaited' });
    expect(reply.headers).not.toHaveProperty('preference-applied');
    expect(pauses).toEqual([]);
  });

  test('returns the receipt when the caller prefers to wait', async () => {
    const { call, pauses } = aConfirmedWebhook([undefined, aKeptRun(), aKeptRun({ ranMs: 900 })]);
    const reply = await call({ prefer: 'return=minimal, wait=8' });
    expect(bodyOf(reply)).toEqual({ outcome: 'sent', executionId: 'run-1', ms: 12, answer: 'ran', ranMs: 900 });
    expect(reply.headers).toMatchObject({ 'preference-applied': 'wait=8' });
    expect(pauses).toEqual([400, 400]);
  });

  test.each(['wait=60', 'wait=99999', 'wait=100000', `wait=${'9'.repeat(400)}`])(
    'returns "awaited" after at most eight seconds when the caller sends %s',
    async (prefer) => {
      const { call, pauses } = aConfirmedWebhook([aKeptRun()]);
      const reply = await call({ prefer });
      expect(bodyOf(reply)).toMatchObject({ outcome: 'sent', answer: 'awaited' });
      expect(reply.headers).toMatchObject({ 'preference-applied': 'wait=8' });
      expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(8000);
    },
  );

  test.each([
    [5900, 'wait=8', 'wait=3', 3000],
    [5900, 'wait=2', 'wait=2', 2000],
    [8100, 'wait=8', undefined, 0],
  ])('after %i ms, answers Prefer: %s with the seconds that it waited: %s', async (tookMs, prefer, applied, waited) => {
    const { call, pauses } = aConfirmedWebhook([aKeptRun()], {}, tookMs);
    const reply = await call({ prefer });
    expect(reply.headers?.['preference-applied']).toBe(applied);
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(waited);
    expect(bodyOf(reply)).toMatchObject({ answer: 'awaited' });
  });

  test('does not wait when a receipt can no longer arrive', async () => {
    const { call, pauses } = aConfirmedWebhook([aKeptRun({ openMs: -1 })]);
    expect(bodyOf(await call({ prefer: 'wait=8' }))).toMatchObject({ answer: 'none' });
    expect(pauses).toEqual([]);
  });

  test('returns 200 when a receipt arrives for a run that Alexa did not confirm', async () => {
    const unknown = aKeptRun({ outcome: 'unknown' });
    const ran = aConfirmedWebhook([{ ...unknown, ranMs: 900 }], { outcome: 'unknown' });
    const reply = await ran.call({ prefer: 'wait=8' });
    expect(reply.statusCode).toBe(200);
    expect(bodyOf(reply)).toEqual({ outcome: 'unknown', executionId: 'run-1', ms: 12, answer: 'ran', ranMs: 900 });
    for (const kept of [unknown, { ...unknown, answer: 'shared' as const }]) {
      const doubtful = await aConfirmedWebhook([kept], { outcome: 'unknown' }).call({ prefer: 'wait=8' });
      expect([doubtful.statusCode, bodyOf(doubtful)]).toMatchObject([504, { errorKey: 'alexa.unknownOutcome' }]);
    }
  });

  describe('repeats with the same Idempotency-Key', () => {
    const first = '2026-11-20T11:59:00.000Z';
    const again = { awaitedSince: first, executionId: 'run-0' };

    test('returns the known answer of the first run to a repeat', async () => {
      const { call, pauses, reads } = aConfirmedWebhook([aKeptRun({ at: first, ranMs: 900 })], again);
      const reply = await call();
      expect(bodyOf(reply)).toEqual({ outcome: 'sent', executionId: 'run-0', ms: 12, answer: 'ran', ranMs: 900 });
      expect(reply.headers).not.toHaveProperty('preference-applied');
      expect([reads, pauses]).toEqual([[{ triggerId: 'good-night', at: first, id: 'run-0' }], []]);
    });

    test('waits for the receipt of the first run when a repeat prefers to wait', async () => {
      const open = aKeptRun({ at: first });
      const { call, pauses } = aConfirmedWebhook([open, { ...open, ranMs: 61_000 }], again);
      const reply = await call({ prefer: 'wait=8' });
      expect(bodyOf(reply)).toMatchObject({ executionId: 'run-0', answer: 'ran', ranMs: 61_000 });
      expect(reply.headers).toMatchObject({ 'preference-applied': 'wait=8' });
      expect(pauses).toEqual([400]);
    });
  });

  test.each(['wait=0', 'wait', 'wait=soon', 'await=3', 'respond-async'])(
    'does not wait when the caller sends Prefer: %s',
    async (prefer) => {
      const { call } = aConfirmedWebhook([aKeptRun({ ranMs: 900 })]);
      const reply = await call({ prefer });
      expect(bodyOf(reply)).toMatchObject({ answer: 'awaited' });
      expect(reply.headers).not.toHaveProperty('preference-applied');
    },
  );
});

test('returns the result of a run to a caller who may fire its trigger', async () => {
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
  expect([token, 'another'].map((each) => asked[0]?.mayRead(aRunWorkspace({ tokenHash: hashOf(each) })))).toEqual([
    true,
    false,
  ]);
});

const asAsked = { channel: 'webhook', workspaceId: 7, triggerId: 'good-night', mayFire: () => true } as const;

const bodyOf = ({ body = '' }: { body?: string }): unknown => JSON.parse(body);

describe('sent runs', () => {
  test.each([route, 'POST /trigger/{workspaceId}/{deviceId}'])(
    'returns 200 for %s when the event was sent',
    async (method) => {
      const reply = await aWebhook().call({ route: method });
      expect(reply.statusCode).toBe(200);
      expect(bodyOf(reply)).toEqual({ outcome: 'sent', executionId: 'run-1', ms: 12 });
      expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': 'request-1' });
    },
  );

  test('accepts the token in the address or in the Authorization header', async () => {
    const hook = aWebhook();
    await hook.call();
    await hook.call({ query: {}, headers: { authorization: `Bearer ${token}` } });
    await hook.call({ query: {}, headers: { authorization: `bearer  ${token}` } });
    await hook.call({ query: { token: 'wrong' } });
    await hook.call({ query: {}, headers: { authorization: `Basic ${token}x` } });
    await hook.call({ query: {} });
    const workspace = aRunWorkspace({ tokenHash: hashOf(token) });
    expect(hook.asked.map(({ mayFire }) => mayFire(workspace))).toEqual([true, true, true, false, false, false]);
  });

  test.each<[string, Request]>([
    ['with a line end', { query: { token: `${token}\r\n` } }],
    ['twice in the address', { query: { token: `${token},${token}` } }],
    [
      'in the header, with a stale one in the address',
      { query: { token: 'old' }, headers: { authorization: `Bearer ${token}` } },
    ],
  ])('accepts a token %s', async (_, request) => {
    const workspace = aRunWorkspace({ tokenHash: hashOf(token) });
    const world = anExecution({ facts: { workspace } });
    const hook = aWebhook();
    const execute = (asked: RunRequest) => executeTrigger(world.deps, asked);
    const reply = await answerWebhook(
      { ...hook.deps, execute, now: world.clock.now },
      anEvent({ route, params, ...request }),
    );
    expect([reply.statusCode, world.sentEvents.length, world.reads.length]).toEqual([200, 1, 1]);
  });

  test('executes the trigger of the address without an Idempotency-Key', async () => {
    const hook = aWebhook();
    await hook.call();
    expect(hook.asked).toMatchObject([{ channel: 'webhook', workspaceId: 7, triggerId: 'good-night', startedAt: now }]);
    expect(hook.asked[0]?.once).toBeUndefined();
  });
});

describe('outcomes', () => {
  const statuses: Record<Outcome, [number, string?]> = {
    sent: [200],
    echo: [200],
    loop: [429, 'trigger.loop'],
    missed: [409, 'trigger.missed'],
    workspaceInactive: [409, 'workspace.inactive'],
    planRequired: [409, 'workspace.planRequired'],
    disabled: [409, 'trigger.disabled'],
    notLinked: [409, 'amazon.notLinked'],
    skillNotEnabled: [409, 'amazon.skillNotEnabled'],
    grantRevoked: [409, 'amazon.grantRevoked'],
    reinstallSkill: [409, 'amazon.reinstallSkill'],
    tooMany: [429, 'trigger.tooMany'],
    workspaceTooMany: [429, 'workspace.tooMany'],
    coolingDown: [429, 'trigger.coolingDown'],
    notNow: [409, 'trigger.notNow'],
    notHere: [403, 'trigger.notHere'],
    notYou: [403, 'trigger.notYou'],
    throttled: [503, 'alexa.throttled'],
    unavailable: [503, 'alexa.unavailable'],
    rejected: [502, 'alexa.rejected'],
    unknown: [504, 'alexa.unknownOutcome'],
  };
  /** `/runs/` does not find these runs, so their answers contain no id. */
  const unkept: ReadonlySet<Outcome> = new Set<Outcome>([
    'workspaceInactive',
    'notLinked',
    'tooMany',
    'workspaceTooMany',
    'coolingDown',
    'notNow',
    'notHere',
    'notYou',
  ]);
  test.each(outcomeNames)('returns the status and the error key of the outcome %s', async (outcome) => {
    const reply = await aWebhook({ outcome }).call();
    const [status, errorKey] = statuses[outcome];
    expect(reply.statusCode).toBe(status);
    const isKept = !unkept.has(outcome);
    const error: unknown = expect.any(String);
    expect(webhookReply.parse(bodyOf(reply))).toEqual({
      outcome,
      ms: 12,
      ...(isKept && { executionId: 'run-1' }),
      ...(errorKey && { errorKey, error }),
    });
  });

  // That page explains how, in the owner's language.
  const offAndOn = `Disable and enable the skill in the Alexa app, then try again. ${appUrl}/amazon-auth?id=7`;
  test.each([
    ['reconnect', true, undefined, 'Amazon token expired, reconnect your Amazon account on the authentication page'],
    ['switch the skill off and on', false, undefined, offAndOn],
    ['switch the skill off and on', true, now.toISOString(), offAndOn],
  ] as const)('asks to %s when the permission was revoked', async (_, enables, reconnectRefusedAt, error) => {
    const access = anAccess(now, { state: 'revoked', reconnectRefusedAt });
    const workspace = aRunWorkspace({ tokenHash: hashOf(token) });
    const world = anExecution({ enables, facts: { workspace, access } });
    const reply = await aWebhook(() => executeTrigger(world.deps, { ...asAsked, startedAt: world.clock.now() })).call();
    expect([reply.statusCode, webhookReply.parse(bodyOf(reply)).error]).toEqual([409, error]);
    expect(world.reads).toHaveLength(1);
  });

  test.each([
    ['en-US,en;q=0.9', 'en'],
    ['es;q=0.2, pt-BR', 'pt'],
    ['fr, es;q=0.5', 'es'],
    [undefined, 'en'],
  ] as const)('links the skill page in the language of the Accept-Language header %s', async (header, language) => {
    const headers: Record<string, string> = header === undefined ? {} : { 'accept-language': header };
    for (const outcome of ['reinstallSkill', 'skillNotEnabled'] as const) {
      const { deps } = aWebhook({ outcome });
      const skillPage = (asked: string) => `https://store.example/${asked}`;
      const reply = await answerWebhook({ ...deps, skillPage }, anEvent({ route, params, query: { token }, headers }));
      const body = webhookReply.parse(bodyOf(reply));
      expect(body).toMatchObject({ skillPage: `https://store.example/${language}` });
      expect(body.error).toContain(` ${appUrl}/amazon-auth?id=7`);
    }
  });

  test('omits the skill page for outcomes that are fixed elsewhere', async () => {
    for (const outcome of outcomeNames.filter((each) => each !== 'reinstallSkill' && each !== 'skillNotEnabled')) {
      const { deps } = aWebhook({ outcome });
      const skillPage = () => 'https://store.example';
      const reply = await answerWebhook({ ...deps, skillPage }, anEvent({ route, params, query: { token } }));
      expect(bodyOf(reply)).not.toHaveProperty('skillPage');
    }
  });

  test('sends Retry-After when the run may be retried', async () => {
    const reply = await aWebhook({ outcome: 'throttled', retryAfterSeconds: 17 }).call();
    expect(reply.headers).toMatchObject({ 'retry-after': '17' });
  });
});

describe('dry runs', () => {
  const steps = [{ step: 'workspace', state: 'ok' }] as const;

  function aDryRun() {
    const hook = aWebhook();
    const checked: [RunRequest, { fire: boolean }][] = [];
    const check: WebhookDeps['check'] = (request, options) => {
      checked.push([request, options]);
      return Promise.resolve({ steps: [...steps] });
    };
    const call = (dryRun: string, rest: Request = {}) =>
      answerWebhook({ ...hook.deps, check }, anEvent({ route, params, query: { token, dryRun }, ...rest }));
    return { ...hook, checked, call };
  }

  test.each(['1', 'true', 'yes', ''])('returns the steps without firing when dryRun is "%s"', async (word) => {
    const hook = aDryRun();
    const { statusCode, body } = await hook.call(word);
    expect([statusCode, JSON.parse(body ?? '')]).toEqual([200, { steps }]);
    expect(hook.asked).toEqual([]);
    const [[request, options] = []] = hook.checked;
    expect([request?.triggerId, request?.channel, options]).toEqual(['good-night', 'webhook', { fire: false }]);
    expect(request?.mayFire({ status: 'ATIVO', tokenHash: hashOf('another') })).toBe(false);
    expect(request?.mayFire({ status: 'ATIVO', tokenHash: hashOf(token) })).toBe(true);
  });

  test.each(['dryrun', 'DRYRUN', 'DryRun'])('accepts the parameter dryRun in any letter case: %s', async (name) => {
    const hook = aDryRun();
    await hook.call('1', { query: { token, [name]: '1' } });
    await hook.call('1', { query: { token, [name]: '0' } });
    expect([hook.checked.length, hook.asked.length]).toEqual([1, 1]);
  });

  test.each(['?', '&'])('accepts dryRun in a query that is part of the path after %s', async (join) => {
    const hook = aDryRun();
    const inPath = (query: string) => ({ params: { ...params, deviceId: `trg-good-night${join}${query}` }, query: {} });
    await hook.call('1', inPath(`token=${token}&dryRun=1`));
    await hook.call('1', inPath(`dryRun=1&token=${token}`));
    await hook.call('1', inPath(`token=${token}`));
    expect([hook.checked.length, hook.asked.length]).toEqual([2, 1]);
    for (const request of [...hook.checked.map(([checked]) => checked), ...hook.asked]) {
      expect(request.triggerId).toBe('good-night');
      expect(request.mayFire({ status: 'ATIVO', tokenHash: hashOf(token) })).toBe(true);
    }
  });

  test.each(['0', 'false', 'FALSE'])('fires when dryRun is "%s"', async (word) => {
    const hook = aDryRun();
    await hook.call(word);
    expect([hook.asked.length, hook.checked.length]).toEqual([1, 0]);
  });

  test('accepts a dry run by POST and with a bearer token, and ignores one by a link preview', async () => {
    const hook = aDryRun();
    const bearer = { query: { dryRun: '1' }, headers: { authorization: `Bearer ${token}` } };
    expect((await hook.call('1', { ...bearer, route: 'POST /trigger/{workspaceId}/{deviceId}' })).statusCode).toBe(200);
    expect(hook.checked[0]?.[0].mayFire({ status: 'ATIVO', tokenHash: hashOf(token) })).toBe(true);
    expect((await hook.call('1', { headers: { 'user-agent': 'WhatsApp/2.24.1 A' } })).statusCode).toBe(204);
    expect(hook.checked).toHaveLength(1);
  });
});

describe('callers without access', () => {
  test(
    'makes the same reads for a wrong token, an unknown trigger and an unknown workspace, so that timing does not reveal them',
    { tags: 'threat-timing' },
    async () => {
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
    },
  );

  test('returns the same 404 for a wrong token, an unknown trigger or workspace, and a malformed address', async () => {
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

describe('rate limits', () => {
  const trigger = { limit: 30, left: 0 };
  const rate = { trigger, resetSeconds: 42 };
  const fieldsOf = ({ headers = {} }: Awaited<ReturnType<typeof answerWebhook>>) => [
    headers['ratelimit-policy'],
    headers['ratelimit'],
  ];

  test.each<[string, Partial<Execution>]>([
    ['a run', {}],
    ['a run that the limit refused', { outcome: 'tooMany', retryAfterSeconds: 42 }],
    ['a run that failed', { outcome: 'unavailable' }],
  ])('returns the limit, the runs left and the reset time with the answer to %s', async (_, execution) => {
    const reply = await aWebhook({ ...execution, rate }).call();
    expect(fieldsOf(reply)).toEqual(['"trigger";q=30;w=60', '"trigger";r=0;t=42']);
  });

  test('returns the limits of the trigger and of the workspace', async () => {
    const both = { trigger: { limit: 30, left: 12 }, workspace: { limit: 120, left: 3 }, resetSeconds: 42 };
    expect(fieldsOf(await aWebhook({ rate: both }).call())).toEqual([
      '"trigger";q=30;w=60, "workspace";q=120;w=60',
      '"trigger";r=12;t=42, "workspace";r=3;t=42',
    ]);
  });

  test.each<[string, () => Promise<Execution>]>([
    ['an access key that has ended', () => Promise.reject(new Refusal('accessKey.ended'))],
    ['an access key that is used up', () => Promise.reject(new Refusal('accessKey.usedUp'))],
    ['a repeat while its first run is in progress', () => Promise.reject(new Refusal('trigger.alreadyRunning'))],
    ['a call while the table is busy', () => Promise.reject(new Refusal('server.busy', { retryAfterSeconds: 5 }))],
    ['a workspace without an account', () => Promise.resolve({ outcome: 'notLinked', executionId: 'run-1', ms: 3 })],
  ])('omits the limits from the answer to %s', async (_, execute) => {
    expect(fieldsOf(await aWebhook(execute).call())).toEqual([undefined, undefined]);
  });

  test('omits the limits from the answers to a planned run, a dry run and a read of a run', async () => {
    const { deps } = aWebhook({ rate });
    const others: WebhookDeps = {
      ...deps,
      check: () => Promise.resolve({ steps: [] }),
      planByWebhook: () => Promise.resolve({ planId: 'plan-1', at: now.toISOString() }),
      readRun: () => Promise.resolve({ outcome: 'sent' }),
    };
    const calls: Request[] = [
      { query: { token, dryRun: '1' } },
      { query: { token, in: '5m' } },
      { params: { ...params, executionId: 'run-1' } },
    ];
    for (const each of calls) {
      const reply = await answerWebhook(others, anEvent({ route, params, query: { token }, ...each }));
      expect(fieldsOf(reply)).toEqual([undefined, undefined]);
      expect(reply.statusCode).toBeLessThan(300);
    }
  });

  test('omits the limits when none apply, and when the caller has no access', async () => {
    expect(fieldsOf(await aWebhook().call())).toEqual([undefined, undefined]);
    const refuse = () => Promise.reject(new Refusal('trigger.notFound'));
    expect(fieldsOf(await aWebhook(refuse).call())).toEqual([undefined, undefined]);
  });
});

describe('Idempotency-Key', () => {
  test('stores an Idempotency-Key for a day', async () => {
    const hook = aWebhook();
    await hook.call({ headers: { 'idempotency-key': 'x'.repeat(128) } });
    expect(hook.asked[0]?.once).toEqual({ key: 'x'.repeat(128), lifeSeconds: 86_400 });
  });

  test('ignores an empty Idempotency-Key', async () => {
    const hook = aWebhook();
    await hook.call({ headers: { 'idempotency-key': '' }, query: { token, id: '' } });
    expect(hook.asked).toEqual([expect.not.objectContaining({ once: expect.anything() })]);
  });

  test('rejects an Idempotency-Key of 129 characters', async () => {
    const hook = aWebhook();
    const reply = await hook.call({ headers: { 'idempotency-key': 'x'.repeat(129) } });
    expect(reply.statusCode).toBe(400);
    expect(bodyOf(reply)).toMatchObject({ errorKey: 'trigger.keyInvalid' });
    expect(hook.asked).toEqual([]);
  });

  test('marks the answer of an earlier run as replayed', async () => {
    const first = await aWebhook().call();
    expect([first.headers, bodyOf(first)]).toEqual([
      expect.not.objectContaining({ 'idempotency-replayed': 'true' }),
      { outcome: 'sent', executionId: 'run-1', ms: 12 },
    ]);
    const again = await aWebhook({ replayed: true }).call();
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true' });
    expect(bodyOf(again)).toEqual({ outcome: 'sent', executionId: 'run-1', ms: 12, replayed: true });
  });

  test('marks the answer of an earlier planned run as replayed', async () => {
    const { deps } = aWebhook();
    const planned = { planId: 'plan-1', at: now.toISOString(), replayed: true as const };
    const event = anEvent({ route, params, query: { token, in: '5m' } });
    const reply = await answerWebhook({ ...deps, planByWebhook: () => Promise.resolve(planned) }, event);
    expect([reply.statusCode, reply.headers?.['idempotency-replayed'], bodyOf(reply)]).toEqual([202, 'true', planned]);
  });

  test('returns 409 while the first run with the same Idempotency-Key is in progress', async () => {
    const reply = await aWebhook(() => Promise.reject(new Refusal('trigger.alreadyRunning'))).call();
    expect(reply.statusCode).toBe(409);
    expect(bodyOf(reply)).toMatchObject({ errorKey: 'trigger.alreadyRunning' });
  });
});

describe('requests that do not fire', () => {
  test.each<[string, Request]>([
    ['by HEAD', { route: 'HEAD /trigger/{workspaceId}/{deviceId}' }],
    ['by a chat that shows a preview', { headers: { 'user-agent': 'WhatsApp/2.24.20.89 A' } }],
    ['by a browser that fetches ahead', { headers: { 'sec-purpose': 'prefetch' } }],
  ])('returns 204 without firing when requested %s', async (_, request) => {
    const hook = aWebhook();
    const reply = await hook.call(request);
    expect(reply).toMatchObject({ statusCode: 204, headers: { 'cache-control': 'no-store' } });
    expect(reply.body).toBeUndefined();
    expect(hook.asked).toEqual([]);
  });
});

test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream', undefined])(
  'accepts and ignores a body of type %s',
  async (type) => {
    const hook = aWebhook();
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const reply = await hook.call({ route: 'POST /trigger/{workspaceId}/{deviceId}', body: '{not json', headers });
    expect(reply.statusCode).toBe(200);
  },
);

test('fires for a body of 5 MB without reading it', async () => {
  const hook = aWebhook();
  const body = 'x'.repeat(5 * 1024 * 1024);
  expect((await hook.call({ route: 'POST /trigger/{workspaceId}/{deviceId}', body })).statusCode).toBe(200);
  expect(hook.asked).toHaveLength(1);
});

test('fires for a POST of a program that shares the user agent of its link previews', async () => {
  const hook = aWebhook();
  const headers = { 'user-agent': 'Mattermost-Bot/1.1' };
  expect((await hook.call({ headers })).statusCode).toBe(204);
  expect((await hook.call({ route: 'POST /trigger/{workspaceId}/{deviceId}', headers })).statusCode).toBe(200);
  expect(hook.asked).toHaveLength(1);
});

test('returns 404 for a request that bypassed the CDN', async () => {
  const hook = aWebhook();
  const deps = { ...hook.deps, originSecret: () => Promise.resolve({ value: 'from-the-cdn' }) };
  const direct = await answerWebhook(deps, anEvent({ route, params, query: { token } }));
  expect(direct.statusCode).toBe(404);
  const headers = { 'x-origin-secret': 'from-the-cdn' };
  expect((await answerWebhook(deps, anEvent({ route, params, query: { token }, headers }))).statusCode).toBe(200);
});

test('returns 503 without firing when the secret of the CDN is not available in time', async () => {
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

test('returns a plain 500 for an unexpected error, and 503 with Retry-After when the table is busy', async () => {
  const surprise = await aWebhook(() => Promise.reject(new TypeError('x is undefined'))).call();
  expect(surprise.statusCode).toBe(500);
  expect(surprise.body).not.toContain('undefined');
  const busy = await aWebhook(() => Promise.reject(new Refusal('server.busy', { retryAfterSeconds: 5 }))).call();
  expect(busy).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
});

test('never logs a token or a query string', async () => {
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
