import { readFile } from 'node:fs/promises';

import { expect, inject, test } from 'vitest';
import * as z from 'zod/mini';

import { cookieJar, type Answered } from '../local/browser-like.ts';
import { liveADay } from './a-day.ts';
import { guests } from './guests.ts';
import { credentialsHeard } from './orders.ts';
import { personAt, type Person } from './person.ts';
import { soon } from './soon.ts';
import { upToCallback } from './trip.ts';
import { fire } from './webhook-call.ts';

const guest = guests('logs');
const linesOf = async (): Promise<string[]> =>
  (await readFile(inject('functionLog'), 'utf8')).split('\n').filter((line) => line !== '');

const cookiesIn = (answer: Answered): string[] =>
  answer.headers.getSetCookie().map((line) => (line.split(';')[0] ?? '').split('=')[1] ?? '');

/** Signs in, and notes every secret that travelled. */
async function signedIn(provider: 'google' | 'amazon', name: string): Promise<{ person: Person; secrets: string[] }> {
  const browser = cookieJar(inject('stack').appUrl);
  const begun = await browser.hop(`/api/auth/${provider}?login_hint=${name}`);
  const callback = await upToCallback(browser, provider, name);
  const back = await browser.hop(callback.href);
  const travelled = ['code', 'state'].map((key) => callback.searchParams.get(key) ?? '');
  const secrets = [...travelled, ...cookiesIn(begun), ...cookiesIn(back)].filter((secret) => secret !== '');
  return { person: personAt(browser, name), secrets };
}

/** Every code, token and correlation token in the messages between Alexa and the skill. */
async function secretsAtHome(ana: Person): Promise<string[]> {
  const { log } = await ana.house.look();
  return log.flatMap(({ message }) =>
    [...message.matchAll(/"(?:code|token|correlationToken)": "([^"]+)"/g)].map(([, secret]) => secret ?? ''),
  );
}

test('no line of any function holds a token, a cookie, a query string, an address or a name', async () => {
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
  // Sealed tokens and signed ones begin like this.
  expect(log).not.toMatch(/\beyJ[\w-]{10}/);
});

const line = z.looseObject({ time: z.optional(z.iso.datetime()), event: z.optional(z.string()) });
const answered = z.object({
  event: z.literal('request.answered'),
  requestId: z.string(),
  route: z.string(),
  status: z.number(),
});

test('each outcome is one line of JSON with ids to follow it by', async () => {
  const { person } = await signedIn('google', guest());
  await person.linkAmazon();
  await person.house.enableSkill();
  const trigger = await person.addTrigger('Good night');
  const run = z.object({ executionId: z.string() }).parse((await fire(await person.addressOf(trigger))).json());
  const refused = await person.send('PATCH', `/api/triggers/${trigger.id}`, { name: 'x' });
  const requestId = refused.headers.get('x-request-id') ?? '';
  expect(requestId).not.toBe('');

  const about = async (id: string) => (await linesOf()).filter((one) => one.includes(`"${id}"`));
  await expect.poll(() => about(run.executionId), soon).toHaveLength(1);
  expect(JSON.parse((await about(run.executionId))[0] ?? '')).toMatchObject({
    event: 'trigger.fired',
    door: 'webhook',
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

const metric = z.object({ _aws: z.object({ CloudWatchMetrics: z.array(z.object({ Namespace: z.string() })) }) });

test('runs are counted in the format that CloudWatch reads metrics from', async () => {
  await expect
    .poll(async () => (await linesOf()).some((one) => metric.safeParse(parsed(one)).success), soon)
    .toBe(true);
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
