import { describe, expect, test } from 'vitest';

import type { Run } from '#functions/data/items/trigger-item.ts';
import type { HttpReply, HttpRequest } from '#functions/providers/http.ts';
import { aClock } from '#test/support/worlds/a-clock.ts';

import { canaryTarget } from './canary-target.ts';
import { fireCanary, type CanaryDeps } from './fire-canary.ts';

const host = 'https://recado.test';
const webhook = `${host}/prod/trigger/7/trg-fired?token=hush-hush`;
const sent = JSON.stringify({ outcome: 'sent', executionId: 'run-1', ms: 120 });
const answered = (status: number, body: string): HttpReply => ({ outcome: 'reply', status, headers: {}, body });

type Wanted = {
  secret?: Awaited<ReturnType<CanaryDeps['secret']>>;
  reply?: HttpReply;
  hearsAfterMs?: number;
  channel?: Run['channel'];
};

/** A canary whose webhook responds, and whose echo arrives after `hearsAfterMs` or never. */
function aCanary({ secret = { webhook, echo: 'trg-echo' }, reply = answered(200, sent), ...home }: Wanted = {}) {
  const clock = aClock();
  const start = clock.now().getTime();
  const seen = { calls: [] as HttpRequest[], looked: [] as unknown[], counted: [] as object[], lines: [] as string[] };
  const run = (id: string): Run => ({
    id,
    at: clock.now().toISOString(),
    channel: home.channel ?? 'voice',
    outcome: 'sent',
    ms: 1,
    stages: {},
  });
  const deps: CanaryDeps = {
    secret: () => Promise.resolve(secret),
    webhookUrl: host,
    http(call) {
      seen.calls.push(call);
      clock.pass(300);
      return Promise.resolve(reply);
    },
    runs: {
      lastRun(workspaceId, triggerId) {
        seen.looked.push([workspaceId, triggerId]);
        const isHeard = clock.now().getTime() - start >= (home.hearsAfterMs ?? Infinity);
        return Promise.resolve(run(isHeard ? 'now' : 'yesterday'));
      },
    },
    pause: (ms) => Promise.resolve(clock.pass(ms)),
    metrics: (values) => void seen.counted.push(values),
    log: (event, details, cause) => void seen.lines.push(JSON.stringify([event, details, String(cause)])),
    now: clock.now,
  };
  return { ...seen, fly: () => fireCanary(deps, 5_000) };
}

describe('canary', () => {
  test('calls the public URL with the token in a header and waits for the echo', async () => {
    const { fly, calls, looked, counted } = aCanary({ hearsAfterMs: 1_500 });
    expect(await fly()).toEqual({ executionId: 'run-1', ms: 300, heardMs: 1_550 });
    expect(calls).toMatchObject([
      { method: 'POST', url: `${host}/prod/trigger/7/trg-fired`, headers: { authorization: 'Bearer hush-hush' } },
    ]);
    expect(looked[0]).toEqual([7, 'echo']);
    expect(counted).toEqual([{ CanaryFailed: 0, CanaryMs: 300, CanaryEchoMs: 1_550 }]);
  });

  test('reports only that Alexa accepted the event without an echo', async () => {
    const { fly, counted } = aCanary({ secret: { webhook } });
    expect(await fly()).toEqual({ executionId: 'run-1', ms: 300 });
    expect(counted).toEqual([{ CanaryFailed: 0, CanaryMs: 300 }]);
  });

  test.each<[string, string, Wanted]>([
    ['nothing is set up', 'notConfigured', { secret: undefined }],
    ['the URL is not ours', 'badSettings', { secret: { webhook: webhook.replace('recado', 'evil') } }],
    ['the echo is the fired trigger itself', 'badSettings', { secret: { webhook, echo: 'trg-fired' } }],
    ['the webhook does not respond', 'noAnswer', { reply: { outcome: 'lost' } }],
    ['the token is wrong', 'turnedAway', { reply: answered(404, '{"errorKey":"trigger.notFound"}') }],
    ['Alexa does not accept the event', 'notTaken', { reply: answered(503, sent.replace('sent', 'unavailable')) }],
    ['no echo arrives', 'notHeard', {}],
    ['a user clicks on the echo trigger in between', 'notHeard', { hearsAfterMs: 900, channel: 'click' }],
  ])('throws a CanaryFailure when %s', async (_, reason, wanted) => {
    const given = 'secret' in wanted && wanted.secret === undefined ? aCanaryWithout() : aCanary(wanted);
    await expect(given.fly()).rejects.toMatchObject({ name: 'CanaryFailure', reason });
    expect(given.counted).toEqual([{ CanaryFailed: 1 }]);
    expect(given.lines.join()).toContain(`"reason":"${reason}"`);
    expect(given.lines.join()).not.toContain('hush-hush');
  });
});

/** A canary without a secret; `aCanary` would replace an absent one by its default. */
function aCanaryWithout() {
  const counted: object[] = [];
  const lines: string[] = [];
  const nothing = () => Promise.reject(new Error('Nothing is called.'));
  const deps: CanaryDeps = {
    secret: () => Promise.resolve(undefined),
    webhookUrl: host,
    http: nothing,
    runs: { lastRun: nothing },
    pause: nothing,
    metrics: (values) => void counted.push(values),
    log: (event, details) => void lines.push(JSON.stringify([event, details])),
    now: aClock().now,
  };
  return { counted, lines, fly: () => fireCanary(deps, 5_000) };
}

test.each([
  `${host}/prod/trigger/7/trg-fired`,
  `${host}/prod/trigger/7?token=t`,
  `${host}/prod/trigger/7/trg-fired/more?token=t`,
  `${host}/prod/trigger/x/trg-fired?token=t`,
  `${host}.evil.test/prod/trigger/7/trg-fired?token=t`,
])('rejects the canary URL %s', (address) => {
  expect(canaryTarget({ webhook: address }, host)).toBeUndefined();
});
