import { describe, expect, test } from 'vitest';

import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { aClock } from '#test/support/worlds/a-clock.ts';

import { createAlexaEnablement, type EnablementUrls } from './alexa-enablement.ts';
import type { HttpReply, HttpRequest } from './http.ts';

const skillId = 'amzn1.ask.skill.00000000-0000-4000-8000-00000000a1ca';
const path = `/v1/users/~current/skills/${skillId}/enablement`;
const [americas, europe, farEast] = ['https://na.test', 'https://eu.test/alexa/eu', 'https://fe.test'] as const;
const everywhere: EnablementUrls = { NA: americas, EU: europe, FE: farEast };

type FakeReply = HttpReply | { status: number; body?: unknown };
const toHttpReply = (reply: FakeReply): HttpReply =>
  'outcome' in reply
    ? reply
    : {
        outcome: 'reply',
        status: reply.status,
        headers: {},
        body: typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}),
      };

const enabled = { status: 201, body: { status: 'ENABLED', accountLink: { status: 'LINKED' } } };
const wrongEndpoint = { status: 400, body: { code: 'incorrectEndpoint', message: 'Wrong endpoint' } };
const lost: HttpReply = { outcome: 'lost' };
const notSent: HttpReply = { outcome: 'notSent' };

type Script = { endpoint?: FakeReply; answers?: readonly FakeReply[]; urls?: EnablementUrls; slowMs?: number };

/** A fake Alexa that returns these responses in order and repeats the last one. */
async function alexaThat({ endpoint = { status: 200, body: { endpoints: ['na.test'] } }, ...script }: Script) {
  const { answers = [], urls = everywhere, slowMs = 0 } = script;
  const clock = aClock();
  const requests: HttpRequest[] = [];
  const left = [...answers];
  const http = async (request: HttpRequest): Promise<HttpReply> => {
    if (request.url.endsWith('/v1/alexaApiEndpoint')) {
      requests.push(request);
      return toHttpReply(endpoint);
    }
    requests.push(request);
    clock.pass(slowMs);
    return toHttpReply((left.length > 1 ? left.shift() : left[0]) ?? notSent);
  };
  const api = createAlexaEnablement({ http, urls, skillId, stage: 'live' });
  const skill = await api.skillOf({ token: 'Atza|of-b', deadline: deadlineIn(clock.now, 19_000), reserveMs: 12_000 });
  const calledRegions = () =>
    requests.filter(({ url }) => url.endsWith(path)).map(({ url }) => url.slice(0, -path.length));
  return { skill, requests, calledRegions };
}

const account = { code: 'code-of-a', redirectUri: 'https://app.test/api/auth/amazon/callback' };

describe('enabling the skill', () => {
  test('sends the code with its redirect URL, and Bearer with a capital B', async () => {
    const { skill, requests } = await alexaThat({ answers: [enabled] });
    expect(await skill.enable(account)).toBe('enabled');
    const { body, ...request } = requests.at(-1) ?? {};
    expect(request).toEqual({
      method: 'POST',
      url: `${americas}${path}`,
      headers: {
        authorization: 'Bearer Atza|of-b',
        accept: 'application/json',
        'content-type': 'application/json',
      },
      timeoutMs: 12_000,
    });
    expect(JSON.parse(body ?? '')).toEqual({
      stage: 'live',
      accountLinkRequest: { redirectUri: account.redirectUri, authCode: 'code-of-a', type: 'AUTH_CODE' },
    });
  });

  test.each<[string, FakeReply, string]>([
    ['200 instead of 201', { ...enabled, status: 200 }, 'enabled'],
    ['a rejected code', invalid('Invalid account linking credentials'), 'codeRefused'],
    ['a rejected code in other words', invalid('invalid account linking credentials provided'), 'codeRefused'],
    ['a malformed request', invalid('Invalid request'), 'malformed'],
    ['400 without a JSON body', { status: 400, body: '<html>' }, 'malformed'],
    ['a token that is no longer valid', { status: 401 }, 'tokenRefused'],
    ['a client, user or country that is not allowed', { status: 403 }, 'forbidden'],
    ['an unknown skill or stage', { status: 404 }, 'unknownSkill'],
    ['a skill that is already enabled', { status: 409 }, 'alreadyEnabled'],
    ['too many requests, twice', { status: 429 }, 'unavailable'],
    ['a server error, twice', { status: 500 }, 'unavailable'],
    ['an overload, twice', { status: 503 }, 'unavailable'],
    ['a gateway timeout', { status: 504 }, 'unknown'],
    ['a lost response', lost, 'unknown'],
    ['no connection, twice', notSent, 'unavailable'],
    ['another status', { status: 418 }, 'malformed'],
  ])('returns the outcome of enabling for %s', async (_case, reply, outcome) => {
    const { skill } = await alexaThat({ answers: [reply] });
    expect(await skill.enable(account)).toBe(outcome);
  });

  test.each<[string, FakeReply]>([
    ['too many requests', { status: 429 }],
    ['a server error', { status: 500 }],
    ['an overload', { status: 503 }],
    ['no connection', notSent],
  ])('retries enabling once after %s', async (_case, reply) => {
    const { skill, calledRegions } = await alexaThat({ answers: [reply, enabled] });
    expect(await skill.enable(account)).toBe('enabled');
    expect(calledRegions()).toHaveLength(2);
  });

  test.each<[string, FakeReply]>([
    ['a lost response', lost],
    ['a gateway timeout', { status: 504 }],
    ['a bad gateway', { status: 502 }],
  ])('does not send the code twice after %s', async (_case, reply) => {
    const { skill, calledRegions } = await alexaThat({ answers: [reply, enabled] });
    expect(await skill.enable(account)).toBe('unknown');
    expect(calledRegions()).toHaveLength(1);
  });

  test('returns unknown for a rejected code that may have been spent during an outage', async () => {
    const refused = invalid('Invalid account linking credentials');
    const afterOutage = await alexaThat({ answers: [{ status: 500 }, refused] });
    expect(await afterOutage.skill.enable(account)).toBe('unknown');
    const afterNothing = await alexaThat({ answers: [notSent, refused] });
    expect(await afterNothing.skill.enable(account)).toBe('codeRefused');
  });

  test('does not retry after the deadline', async () => {
    const { skill, calledRegions } = await alexaThat({ answers: [{ status: 503 }], slowMs: 19_000 });
    expect(await skill.enable(account)).toBe('unavailable');
    expect(calledRegions()).toHaveLength(1);
  });
});

describe('region', () => {
  const named = (...endpoints: string[]): FakeReply => ({ status: 200, body: { endpoints } });

  test.each<[string, FakeReply, string]>([
    ['uses the region that Alexa names', named('eu.test/alexa/eu'), europe],
    ['matches the region in any notation', named('HTTPS://FE.test/'), farEast],
    ['ignores a region whose URL is not configured', named('evil.test'), americas],
    ['uses the first region when Alexa does not name one', { status: 500 }, americas],
    ['uses the first region when the response is unreadable', { status: 200, body: '<html>' }, americas],
  ])('%s', async (_case, endpoint, base) => {
    const { skill, calledRegions } = await alexaThat({ endpoint, answers: [enabled] });
    await skill.enable(account);
    expect(calledRegions()).toEqual([base]);
  });

  test('tries the next region with the same code when the first one is wrong', async () => {
    const { skill, requests, calledRegions } = await alexaThat({ answers: [wrongEndpoint, wrongEndpoint, enabled] });
    expect(await skill.enable(account)).toBe('enabled');
    expect(calledRegions()).toEqual([americas, europe, farEast]);
    expect(new Set(requests.slice(1).map(({ body }) => body)).size).toBe(1);
  });

  test('returns wrongRegion when no region knows the account', async () => {
    const { skill } = await alexaThat({ answers: [wrongEndpoint] });
    expect(await skill.enable(account)).toBe('wrongRegion');
  });

  test('skips a region without a URL', async () => {
    const { skill, calledRegions } = await alexaThat({ answers: [wrongEndpoint], urls: { NA: americas, FE: farEast } });
    await skill.enable(account);
    expect(calledRegions()).toEqual([americas, farEast]);
  });

  test('continues in the region with the skill when Alexa names several', async () => {
    const endpoint = named('na.test', 'eu.test/alexa/eu');
    const { skill, calledRegions } = await alexaThat({
      endpoint,
      answers: [{ status: 404 }, { ...enabled, status: 200 }],
    });
    expect(await skill.find()).toBe('enabled');
    await skill.enable(account);
    expect(calledRegions()).toEqual([americas, europe, europe]);
  });

  test.each<[string, Script, string]>([
    ['Alexa names one region, which does not know the skill', { answers: [{ status: 404 }] }, 'unknownSkill'],
    [
      'Alexa names two regions, and neither knows the skill',
      { endpoint: named('na.test', 'fe.test'), answers: [{ status: 404 }] },
      'unknownSkill',
    ],
    [
      'Alexa does not name a region, and none knows the skill',
      { endpoint: { status: 500 }, answers: [{ status: 404 }] },
      'unavailable',
    ],
    [
      'Alexa does not name a region, and the second one knows the skill',
      { endpoint: { status: 500 }, answers: [{ status: 404 }, enabled] },
      'enabled',
    ],
  ])('decides whether the skill is unknown when %s', async (_case, script, outcome) => {
    const { skill } = await alexaThat(script);
    expect(await skill.enable(account)).toBe(outcome);
  });

  test('returns unknownSkill after 404 from a region that has shown the skill before', async () => {
    const seen = { status: 200, body: { status: 'DISABLED' } };
    const answers = [{ status: 404 }, seen, { status: 404 }];
    const { skill, calledRegions } = await alexaThat({ endpoint: { status: 500 }, answers });
    expect(await skill.find()).toBe('notEnabled');
    expect(await skill.enable(account)).toBe('unknownSkill');
    expect(calledRegions().slice(0, 3)).toEqual([americas, europe, europe]);
  });

  test('calls only the region that Alexa names', async () => {
    const { skill, calledRegions } = await alexaThat({ answers: [{ status: 404 }] });
    expect(await skill.find()).toBe('notEnabled');
    expect(calledRegions()).toEqual([americas]);
  });

  test.each<[number, string]>([
    [401, 'tokenRefused'],
    [403, 'forbidden'],
  ])('calls no region when Alexa rejects the token with %i', async (status, outcome) => {
    const { skill, calledRegions } = await alexaThat({ endpoint: { status }, answers: [enabled] });
    expect([await skill.find(), await skill.enable(account), await skill.disable()]).toEqual([
      outcome,
      outcome,
      outcome,
    ]);
    expect(calledRegions()).toEqual([]);
  });
});

describe('finding the skill', () => {
  test.each<[string, FakeReply, string]>([
    ['it is enabled', { status: 200, body: { status: 'ENABLED' } }, 'enabled'],
    ['it was disabled', { status: 200, body: { status: 'DISABLED' } }, 'notEnabled'],
    ['it is being enabled', { status: 200, body: { status: 'ENABLING' } }, 'notEnabled'],
    ['it was never enabled', { status: 404 }, 'notEnabled'],
    ['the token is no longer valid', { status: 401 }, 'tokenRefused'],
    ['the user is not allowed', { status: 403 }, 'forbidden'],
    ['our request is malformed', { status: 400 }, 'malformed'],
    ['no region knows the account', wrongEndpoint, 'wrongRegion'],
    ['Alexa is down', { status: 503 }, 'unavailable'],
    ['the response is lost twice', lost, 'unavailable'],
  ])('reports the state of the skill when %s', async (_case, reply, outcome) => {
    const { skill } = await alexaThat({ answers: [reply] });
    expect(await skill.find()).toBe(outcome);
  });

  test('retries after a lost response, because reading has no effect', async () => {
    const { skill } = await alexaThat({ answers: [lost, { status: 200, body: { status: 'ENABLED' } }] });
    expect(await skill.find()).toBe('enabled');
  });

  test('reserves the time that enabling needs', async () => {
    const { skill, calledRegions } = await alexaThat({
      answers: [{ status: 503 }, { status: 503 }, enabled],
      slowMs: 7_000,
    });
    expect(await skill.find()).toBe('unavailable');
    expect(calledRegions()).toHaveLength(1);
    expect(await skill.enable(account)).toBe('enabled');
  });
});

describe('disabling the skill', () => {
  test.each<[string, FakeReply, string]>([
    ['a success', { status: 204, body: '' }, 'disabled'],
    ['a skill that is already disabled', { status: 404 }, 'disabled'],
    ['a token that is no longer valid', { status: 401 }, 'tokenRefused'],
    ['a user who is not allowed', { status: 403 }, 'forbidden'],
    ['a conflict', { status: 409 }, 'unknown'],
    ['too many requests, twice', { status: 429 }, 'unavailable'],
    ['a server error, twice', { status: 500 }, 'unknown'],
    ['an overload, twice', { status: 503 }, 'unknown'],
    ['a lost response, twice', lost, 'unknown'],
    ['no connection, twice', notSent, 'unavailable'],
  ])('returns the outcome of disabling for %s', async (_case, reply, outcome) => {
    const { skill, requests } = await alexaThat({ answers: [reply] });
    expect(await skill.disable()).toBe(outcome);
    expect(requests.at(-1)).toMatchObject({ method: 'DELETE', url: `${americas}${path}` });
  });

  test.each<[string, FakeReply, FakeReply]>([
    ['a lost response is followed by an outage', lost, { status: 503 }],
    ['a lost response is followed by a request that was not sent', lost, notSent],
    ['an outage is followed by a request that was not sent', { status: 503 }, notSent],
    ['an outage is followed by too many requests', { status: 503 }, { status: 429 }],
  ])('returns unknown when %s', async (_case, first, second) => {
    const { skill } = await alexaThat({ answers: [first, second] });
    expect(await skill.disable()).toBe('unknown');
  });

  test.each<[string, FakeReply, string]>([
    ['a lost response', lost, 'disabled'],
    ['an outage that Alexa reported', { status: 503 }, 'disabled'],
    ['a request that was not sent', notSent, 'tokenRefused'],
  ])(
    'treats a rejected token as a disabled skill only if the first call may have arrived: %s',
    async (_case, first, outcome) => {
      const { skill } = await alexaThat({ answers: [first, { status: 401 }] });
      expect(await skill.disable()).toBe(outcome);
    },
  );
});

function invalid(message: string): FakeReply {
  return { status: 400, body: { message } };
}
