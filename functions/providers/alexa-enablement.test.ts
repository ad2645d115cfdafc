import { describe, expect, test } from 'vitest';

import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { aClock } from '#test/support/worlds/a-clock.ts';

import { createAlexaEnablement, type EnablementUrls } from './alexa-enablement.ts';
import type { HttpReply, HttpRequest } from './http.ts';

const skillId = 'amzn1.ask.skill.00000000-0000-4000-8000-00000000a1ca';
const path = `/v1/users/~current/skills/${skillId}/enablement`;
const [americas, europe, farEast] = ['https://na.test', 'https://eu.test/alexa/eu', 'https://fe.test'] as const;
const everywhere: EnablementUrls = { NA: americas, EU: europe, FE: farEast };

type Said = HttpReply | { status: number; body?: unknown };
const says = (said: Said): HttpReply =>
  'outcome' in said
    ? said
    : {
        outcome: 'reply',
        status: said.status,
        headers: {},
        body: typeof said.body === 'string' ? said.body : JSON.stringify(said.body ?? {}),
      };

const enabled = { status: 201, body: { status: 'ENABLED', accountLink: { status: 'LINKED' } } };
const elsewhere = { status: 400, body: { code: 'incorrectEndpoint', message: 'Wrong endpoint' } };
const lost: HttpReply = { outcome: 'lost' };
const notSent: HttpReply = { outcome: 'notSent' };

type Script = { endpoint?: Said; answers?: readonly Said[]; urls?: EnablementUrls; slowMs?: number };

/** Alexa that gives these answers one after the other, and the last one from then on. */
async function alexaThat({ endpoint = { status: 200, body: { endpoints: ['na.test'] } }, ...script }: Script) {
  const { answers = [], urls = everywhere, slowMs = 0 } = script;
  const clock = aClock();
  const heard: HttpRequest[] = [];
  const left = [...answers];
  const http = async (request: HttpRequest): Promise<HttpReply> => {
    if (request.url.endsWith('/v1/alexaApiEndpoint')) {
      heard.push(request);
      return says(endpoint);
    }
    heard.push(request);
    clock.pass(slowMs);
    return says((left.length > 1 ? left.shift() : left[0]) ?? notSent);
  };
  const api = createAlexaEnablement({ http, urls, skillId, stage: 'live' });
  const skill = await api.skillOf({ token: 'Atza|of-b', deadline: deadlineIn(clock.now, 19_000), reserveMs: 12_000 });
  const places = () => heard.filter(({ url }) => url.endsWith(path)).map(({ url }) => url.slice(0, -path.length));
  return { skill, heard, places };
}

const account = { code: 'code-of-a', redirectUri: 'https://app.test/api/auth/amazon/callback' };

describe('enabling the skill', () => {
  test('sends the unspent code and the address that it was made for, with a capital B', async () => {
    const { skill, heard } = await alexaThat({ answers: [enabled] });
    expect(await skill.enable(account)).toBe('enabled');
    const { body, ...request } = heard.at(-1) ?? {};
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

  test.each<[string, Said, string]>([
    ['200 instead of 201', { ...enabled, status: 200 }, 'enabled'],
    ['a code that Alexa could not spend', invalid('Invalid account linking credentials'), 'codeRefused'],
    ['the same in other words', invalid('invalid account linking credentials provided'), 'codeRefused'],
    ['a message of ours that it cannot read', invalid('Invalid request'), 'malformed'],
    ['400 without words', { status: 400, body: '<html>' }, 'malformed'],
    ['a token that counts no longer', { status: 401 }, 'tokenRefused'],
    ['a client, a person or a country that may not', { status: 403 }, 'forbidden'],
    ['a skill or stage that there is none', { status: 404 }, 'unknownSkill'],
    ['a skill that is enabled already', { status: 409 }, 'alreadyEnabled'],
    ['too many calls, twice', { status: 429 }, 'unavailable'],
    ['an error of Alexa, twice', { status: 500 }, 'unavailable'],
    ['an overload, twice', { status: 503 }, 'unavailable'],
    ['a proxy that gave up', { status: 504 }, 'unknown'],
    ['no answer to what was sent', lost, 'unknown'],
    ['no connection, twice', notSent, 'unavailable'],
    ['another status', { status: 418 }, 'malformed'],
  ])('reads %s', async (_case, said, outcome) => {
    const { skill } = await alexaThat({ answers: [said] });
    expect(await skill.enable(account)).toBe(outcome);
  });

  test.each<[string, Said]>([
    ['too many calls', { status: 429 }],
    ['an error of Alexa', { status: 500 }],
    ['an overload', { status: 503 }],
    ['no connection', notSent],
  ])('is tried once more after %s', async (_case, said) => {
    const { skill, places } = await alexaThat({ answers: [said, enabled] });
    expect(await skill.enable(account)).toBe('enabled');
    expect(places()).toHaveLength(2);
  });

  test.each<[string, Said]>([
    ['no answer', lost],
    ['a proxy that gave up', { status: 504 }],
    ['a bad gateway', { status: 502 }],
  ])('never sends the code twice after %s', async (_case, said) => {
    const { skill, places } = await alexaThat({ answers: [said, enabled] });
    expect(await skill.enable(account)).toBe('unknown');
    expect(places()).toHaveLength(1);
  });

  test('does not take a code for refused that an outage may have spent', async () => {
    const refused = invalid('Invalid account linking credentials');
    const afterOutage = await alexaThat({ answers: [{ status: 500 }, refused] });
    expect(await afterOutage.skill.enable(account)).toBe('unknown');
    const afterNothing = await alexaThat({ answers: [notSent, refused] });
    expect(await afterNothing.skill.enable(account)).toBe('codeRefused');
  });

  test('is not tried again after its time is over', async () => {
    const { skill, places } = await alexaThat({ answers: [{ status: 503 }], slowMs: 19_000 });
    expect(await skill.enable(account)).toBe('unavailable');
    expect(places()).toHaveLength(1);
  });
});

describe('the region', () => {
  const named = (...endpoints: string[]): Said => ({ status: 200, body: { endpoints } });

  test.each<[string, Said, string]>([
    ['is the one that Alexa names', named('eu.test/alexa/eu'), europe],
    ['is found whatever the spelling', named('HTTPS://FE.test/'), farEast],
    ['is never an address that is not ours', named('evil.test'), americas],
    ['is the first one when Alexa does not say', { status: 500 }, americas],
    ['is the first one when the answer cannot be read', { status: 200, body: '<html>' }, americas],
  ])('%s', async (_case, endpoint, base) => {
    const { skill, places } = await alexaThat({ endpoint, answers: [enabled] });
    await skill.enable(account);
    expect(places()).toEqual([base]);
  });

  test('that is wrong is followed by the next one, with the same code', async () => {
    const { skill, heard, places } = await alexaThat({ answers: [elsewhere, elsewhere, enabled] });
    expect(await skill.enable(account)).toBe('enabled');
    expect(places()).toEqual([americas, europe, farEast]);
    expect(new Set(heard.slice(1).map(({ body }) => body)).size).toBe(1);
  });

  test('that no address knows ends as such', async () => {
    const { skill } = await alexaThat({ answers: [elsewhere] });
    expect(await skill.enable(account)).toBe('wrongRegion');
  });

  test('without an address is not asked', async () => {
    const { skill, places } = await alexaThat({ answers: [elsewhere], urls: { NA: americas, FE: farEast } });
    await skill.enable(account);
    expect(places()).toEqual([americas, farEast]);
  });

  test('of several that Alexa names is where the skill is found', async () => {
    const endpoint = named('na.test', 'eu.test/alexa/eu');
    const { skill, places } = await alexaThat({ endpoint, answers: [{ status: 404 }, { ...enabled, status: 200 }] });
    expect(await skill.find()).toBe('enabled');
    await skill.enable(account);
    expect(places()).toEqual([americas, europe, europe]);
  });

  test.each<[string, Script, string]>([
    ['Alexa names one region, which knows no such skill', { answers: [{ status: 404 }] }, 'unknownSkill'],
    [
      'Alexa names two regions, and neither knows the skill',
      { endpoint: named('na.test', 'fe.test'), answers: [{ status: 404 }] },
      'unknownSkill',
    ],
    [
      'Alexa names no region, and no address knows the skill',
      { endpoint: { status: 500 }, answers: [{ status: 404 }] },
      'unavailable',
    ],
    [
      'Alexa names no region, and the first address that knows the skill is the second',
      { endpoint: { status: 500 }, answers: [{ status: 404 }, enabled] },
      'enabled',
    ],
  ])('decides whether the skill is unknown: %s', async (_case, script, outcome) => {
    const { skill } = await alexaThat(script);
    expect(await skill.enable(account)).toBe(outcome);
  });

  test('is known once an address has the skill of the person, so that a 404 there means the skill', async () => {
    const seen = { status: 200, body: { status: 'DISABLED' } };
    const answers = [{ status: 404 }, seen, { status: 404 }];
    const { skill, places } = await alexaThat({ endpoint: { status: 500 }, answers });
    expect(await skill.find()).toBe('notEnabled');
    expect(await skill.enable(account)).toBe('unknownSkill');
    expect(places().slice(0, 3)).toEqual([americas, europe, europe]);
  });

  test('alone decides when Alexa names just one', async () => {
    const { skill, places } = await alexaThat({ answers: [{ status: 404 }] });
    expect(await skill.find()).toBe('notEnabled');
    expect(places()).toEqual([americas]);
  });

  test.each<[number, string]>([
    [401, 'tokenRefused'],
    [403, 'forbidden'],
  ])('need not be known when Alexa refuses the token with %i', async (status, outcome) => {
    const { skill, places } = await alexaThat({ endpoint: { status }, answers: [enabled] });
    expect([await skill.find(), await skill.enable(account), await skill.disable()]).toEqual([
      outcome,
      outcome,
      outcome,
    ]);
    expect(places()).toEqual([]);
  });
});

describe('looking whether the skill is enabled', () => {
  test.each<[string, Said, string]>([
    ['it is', { status: 200, body: { status: 'ENABLED' } }, 'enabled'],
    ['it was once', { status: 200, body: { status: 'DISABLED' } }, 'notEnabled'],
    ['it is on its way', { status: 200, body: { status: 'ENABLING' } }, 'notEnabled'],
    ['it never was', { status: 404 }, 'notEnabled'],
    ['the token counts no longer', { status: 401 }, 'tokenRefused'],
    ['this person may not', { status: 403 }, 'forbidden'],
    ['our message is wrong', { status: 400 }, 'malformed'],
    ['no region knows the account', elsewhere, 'wrongRegion'],
    ['Alexa is down', { status: 503 }, 'unavailable'],
    ['the answer got lost twice', lost, 'unavailable'],
  ])('tells that %s', async (_case, said, outcome) => {
    const { skill } = await alexaThat({ answers: [said] });
    expect(await skill.find()).toBe(outcome);
  });

  test('asks again when the answer got lost, because it changes nothing', async () => {
    const { skill } = await alexaThat({ answers: [lost, { status: 200, body: { status: 'ENABLED' } }] });
    expect(await skill.find()).toBe('enabled');
  });

  test('leaves the time that enabling needs', async () => {
    const { skill, places } = await alexaThat({ answers: [{ status: 503 }, { status: 503 }, enabled], slowMs: 7_000 });
    expect(await skill.find()).toBe('unavailable');
    expect(places()).toHaveLength(1);
    expect(await skill.enable(account)).toBe('enabled');
  });
});

describe('disabling the skill', () => {
  test.each<[string, Said, string]>([
    ['done', { status: 204, body: '' }, 'disabled'],
    ['off already', { status: 404 }, 'disabled'],
    ['a token that counts no longer', { status: 401 }, 'tokenRefused'],
    ['a person who may not', { status: 403 }, 'forbidden'],
    ['a conflict', { status: 409 }, 'unknown'],
    ['too many calls, twice', { status: 429 }, 'unavailable'],
    ['an error of Alexa, twice', { status: 500 }, 'unknown'],
    ['an overload, twice', { status: 503 }, 'unknown'],
    ['no answer, twice', lost, 'unknown'],
    ['no connection, twice', notSent, 'unavailable'],
  ])('reads %s', async (_case, said, outcome) => {
    const { skill, heard } = await alexaThat({ answers: [said] });
    expect(await skill.disable()).toBe(outcome);
    expect(heard.at(-1)).toMatchObject({ method: 'DELETE', url: `${americas}${path}` });
  });

  test.each<[string, Said, Said]>([
    ['an answer that got lost is followed by an outage', lost, { status: 503 }],
    ['an answer that got lost is followed by a message that was not sent', lost, notSent],
    ['an outage is followed by a message that was not sent', { status: 503 }, notSent],
    ['an outage is followed by too many calls', { status: 503 }, { status: 429 }],
  ])('may have been done when %s', async (_case, first, second) => {
    const { skill } = await alexaThat({ answers: [first, second] });
    expect(await skill.disable()).toBe('unknown');
  });

  test.each<[string, Said, string]>([
    ['an answer that got lost', lost, 'disabled'],
    ['an outage that Alexa told of', { status: 503 }, 'disabled'],
    ['a message that cannot have arrived', notSent, 'tokenRefused'],
  ])('knows that the token ends with the skill: after %s', async (_case, first, outcome) => {
    const { skill } = await alexaThat({ answers: [first, { status: 401 }] });
    expect(await skill.disable()).toBe(outcome);
  });
});

function invalid(message: string): Said {
  return { status: 400, body: { message } };
}
