import { readFile } from 'node:fs/promises';

import { expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { cookieJar, type Answered } from '../local/browser-like.ts';
import { stackControls } from '../local/local-client.ts';
import { sandboxClient } from '../sandboxes/sandbox-client.ts';
import { liveADay } from './kit/a-day.ts';
import { guests } from './kit/guests.ts';
import { credentialsHeard } from './kit/orders.ts';
import { personAt, settled, type JourneyPerson } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { upToCallback } from './kit/trip.ts';
import { fire, runIn } from './kit/webhook-call.ts';

const guest = guests('logs');
const { invoke } = stackControls(inject('stack'));
const linesOf = async (): Promise<string[]> =>
  (await readFile(inject('functionLog'), 'utf8')).split('\n').filter((line) => line !== '');

const cookiesIn = (answer: Answered): string[] =>
  answer.headers.getSetCookie().map((line) => (line.split(';')[0] ?? '').split('=')[1] ?? '');

/** Also collects every secret of the flow. */
async function signedIn(
  provider: 'google' | 'amazon',
  name: string,
): Promise<{ person: JourneyPerson; secrets: string[] }> {
  const browser = cookieJar(inject('stack').appUrl);
  const begun = await browser.hop(`/api/auth/${provider}?login_hint=${name}`);
  const callback = await upToCallback(browser, provider, name);
  const back = await browser.hop(callback.href);
  const travelled = ['code', 'state'].map((key) => callback.searchParams.get(key) ?? '');
  const secrets = [...travelled, ...cookiesIn(begun), ...cookiesIn(back)].filter((secret) => secret !== '');
  return { person: personAt(browser, name), secrets };
}

async function secretsAtHome(ana: JourneyPerson): Promise<string[]> {
  const { log } = await ana.home.look();
  return log.flatMap(({ message }) =>
    [...message.matchAll(/"(?:code|token|correlationToken)": "([^"]+)"/g)].map(([, secret]) => secret ?? ''),
  );
}

test('logs no token, cookie, query string, address or name', { tags: 'threat-logs' }, async () => {
  const google = await signedIn('google', guest());
  const amazon = await signedIn('amazon', guest());
  const { person } = google;
  const day = await liveADay(person);
  await amazon.person.send('POST', '/api/auth/logout');
  await expect.poll(async () => (await linesOf()).some((line) => line.includes(day.lastRun)), soon).toBe(true);

  const log = (await linesOf()).join('\n');
  const atHome = await secretsAtHome(person);
  expect(atHome.filter((secret) => secret.startsWith('corr-')).length).toBeGreaterThan(3);
  const shown = [...atHome, ...(await credentialsHeard())].filter((secret) => secret.length > 8);
  expect(shown.length).toBeGreaterThan(20);
  const mine = [...google.secrets, ...amazon.secrets, ...shown, day.token, day.address, person.name];
  expect([...mine, amazon.person.name].filter((secret) => log.includes(secret))).toEqual([]);
  const words = ['very private', 'very-private-key', '@example.com', 'local-web-secret', 'local-skill-secret'];
  expect(words.filter((word) => log.toLowerCase().includes(word))).toEqual([]);
  expect(log).not.toMatch(/\bAtz[a-z]\|/);
  expect(log).not.toMatch(/\bBearer (?!\[redacted\])/i);
  expect(log).not.toMatch(/[?&](?:token|code|state|access_token|login_hint|cursor|workspace)=/);
  expect(log).not.toMatch(/\bsession=|"cookies?"|"authorization"/i);
  // Sealed and signed tokens begin like this.
  expect(log).not.toMatch(/\beyJ[\w-]{10}/);
});

const line = z.looseObject({ time: z.optional(z.iso.datetime()), event: z.optional(z.string()) });
const answered = z.object({
  event: z.literal('request.answered'),
  requestId: z.string(),
  route: z.string(),
  status: z.number(),
});

test('logs each outcome as one JSON line with correlation ids', async () => {
  const { person } = await signedIn('google', guest());
  await person.linkAmazon();
  await person.home.enableSkill();
  const trigger = await person.addTrigger('Good night');
  const run = z.object({ executionId: z.string() }).parse((await fire(await person.addressOf(trigger))).json());
  const refused = await person.send('PATCH', `/api/triggers/${trigger.id}`, { name: 'x' });
  const requestId = refused.headers.get('x-request-id') ?? '';
  expect(requestId).not.toBe('');

  const about = async (id: string) => (await linesOf()).filter((one) => one.includes(`"${id}"`));
  await expect.poll(() => about(run.executionId), soon).toHaveLength(1);
  expect(JSON.parse((await about(run.executionId))[0] ?? '')).toMatchObject({
    event: 'trigger.fired',
    channel: 'webhook',
    outcome: 'sent',
    workspaceId: trigger.workspaceId,
    triggerId: trigger.id,
  });
  await expect.poll(() => about(requestId), soon).toHaveLength(1);
  expect(answered.parse(JSON.parse((await about(requestId))[0] ?? ''))).toMatchObject({
    route: 'PATCH /api/triggers/{id}',
    status: 400,
  });
  const unreadable = (await linesOf()).filter((one) => !line.safeParse(parsed(one)).success);
  expect(unreadable).toEqual([]);
});

test('traces a run from the request id in the response to the message that Amazon received', async () => {
  const ana = await settled(guest());
  const answer = await fire(ana.address);
  const requestId = answer.headers.get('x-request-id') ?? '';
  const { executionId } = runIn(answer);
  const lines = async () => (await linesOf()).filter((one) => one.includes(`"${requestId}"`)).map(parsed);
  await expect
    .poll(lines, soon)
    .toEqual([
      expect.objectContaining({ event: 'trigger.fired', requestId, executionId, amazonRequestId: expect.any(String) }),
    ]);
  expect(await lines()).toMatchObject([
    { ms: expect.any(Number), readMs: expect.any(Number), sendMs: expect.any(Number) },
  ]);
  const heard = JSON.stringify((await sandboxClient(inject('stack').sandboxUrl ?? '').get('/alexa/_heard')).body);
  expect(heard).toContain(`"messageId":"${executionId}"`);
  await expect.poll(async () => (await ana.history(ana.trigger.id)).map(({ id }) => id), soon).toEqual([executionId]);
});

/** https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html */
const metricLine = z.looseObject({
  _aws: z.strictObject({
    Timestamp: z.int(),
    CloudWatchMetrics: z
      .array(
        z.strictObject({
          Namespace: z.string(),
          Dimensions: z.array(z.array(z.string()).check(z.maxLength(30))).check(z.minLength(1)),
          Metrics: z.array(z.strictObject({ Name: z.string(), Unit: z.enum(['Count', 'Milliseconds', 'Seconds']) })),
        }),
      )
      .check(z.minLength(1)),
  }),
});

test('logs metrics that CloudWatch accepts, with few dimension values and without ids', async () => {
  const ana = await settled(guest());
  await fire(ana.address);
  await invoke('schedules', { job: 'sweep' });
  const all = async () => (await linesOf()).filter((one) => one.includes('"_aws"'));
  const names = async () =>
    new Set((await all()).flatMap((one) => [...one.matchAll(/"Name":"(\w+)"/g)].map(([, name]) => name)));
  const awaited = ['Runs', 'SendMs', 'RunLost', 'OutboxDue'];
  await expect.poll(async () => [...(await names())], soon).toEqual(expect.arrayContaining(awaited));

  for (const text of await all()) {
    const { _aws, ...fields } = metricLine.parse(parsed(text));
    const metrics = _aws.CloudWatchMetrics.flatMap(({ Metrics }) => Metrics.map(({ Name }) => Name));
    const dimensions = _aws.CloudWatchMetrics.flatMap(({ Dimensions }) => Dimensions.flat());
    for (const name of metrics) expect(fields[name]).toEqual(expect.any(Number));
    for (const name of dimensions) expect(fields[name]).toMatch(/^[A-Za-z][\w.-]{1,40}$/);
    // Ids are long numbers or contain groups of digits.
    expect(
      Object.values(fields).filter((value) => typeof value === 'string' && /\d{5}|[0-9a-f]{8}-|trg-/.test(value)),
    ).toEqual([]);
    expect(Object.keys(fields).filter((name) => /^id$|Id$/.test(name))).toEqual([]);
  }
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
