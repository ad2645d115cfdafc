import { setImmediate } from 'node:timers/promises';

import { describe, expect, test } from 'vitest';

import type { AlexaMessage } from '#functions/alexa/messages/skill-messages.ts';
import { Refusal } from '#shared/refusals.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';

import { amazonObjections, haveAmazonSchema } from './amazon-schema.ts';
import * as own from './own-schema.ts';
import {
  aSkill,
  acceptGrantDirective,
  activateDirective,
  ana,
  directiveTo,
  discoverDirective,
  door,
  confirmation,
  goodNight,
  reportStateDirective,
  switchedOff,
  type Circumstances,
} from './skill.ts';

/** Sends the event, and checks that the answer matches the schemas and holds no secret. */
async function hear(circumstances: Circumstances, event: unknown): Promise<AlexaMessage> {
  const answer = await aSkill(circumstances).hear(event);
  const objections = haveAmazonSchema ? amazonObjections(withoutSimpleEvents(answer)) : [];
  if (/Atza|gateway-|one-time-code|secret/.test(JSON.stringify(answer))) objections.push('There is a secret in it.');
  if (objections.length > 0) throw new Error(`Alexa would not take this answer: ${objections.join('; ')}`);
  return answer;
}
const typeOf = ({ event }: AlexaMessage): string =>
  typeof event.payload['type'] === 'string' ? event.payload['type'] : event.header.name;

type Listed = { capabilities: { interface: string }[] };
const isListed = (value: unknown): value is Listed[] => Array.isArray(value);

function withoutSimpleEvents(message: AlexaMessage): AlexaMessage {
  const endpoints = message.event.payload['endpoints'];
  if (!isListed(endpoints)) return message;
  const lean = endpoints.map((endpoint) => ({
    ...endpoint,
    capabilities: endpoint.capabilities.filter((capability) => {
      if (capability.interface !== 'Alexa.SimpleEventSource') return true;
      own.simpleEventSource.parse(capability);
      return false;
    }),
  }));
  return { ...message, event: { ...message.event, payload: { endpoints: lean } } };
}

describe('discovery', () => {
  test('lists every trigger of the linked workspace, enabled or not', async () => {
    const { event } = await hear({}, discoverDirective);
    expect(event.header).toMatchObject({ namespace: 'Alexa.Discovery', name: 'Discover.Response' });
    expect(event.payload['endpoints']).toMatchObject([
      { endpointId: goodNight, friendlyName: 'Boa noite' },
      { endpointId: confirmation, friendlyName: 'Boa noite ok' },
      { endpointId: switchedOff },
      { endpointId: door },
    ]);
  });

  test('lists no devices for an account that is not linked', async () => {
    expect((await hear({ linked: false }, discoverDirective)).event.payload).toEqual({ endpoints: [] });
  });
});

describe('a grant', () => {
  test('exchanges the code with the messaging client and without a redirect URI, and stores the grant', async () => {
    const skill = aSkill();
    expect((await skill.hear(acceptGrantDirective)).event).toMatchObject({
      header: { namespace: 'Alexa.Authorization', name: 'AcceptGrant.Response' },
      payload: {},
    });
    expect(skill.exchanged).toEqual([
      {
        code: 'one-time-code',
        client: { clientId: 'messaging-client', clientSecret: 'messaging-secret' },
        timeoutMs: 3000,
      },
    ]);
    expect(skill.accepted).toMatchObject([
      { workspaceId: 7, region: 'NA', amazonUserId: ana, sealedRefresh: `sealed(gateway-refresh,A#${ana})` },
    ]);
  });

  test('stores a grant without a workspace and answers with success when the account is not linked', async () => {
    const skill = aSkill({ linked: false });
    expect((await skill.hear(acceptGrantDirective)).event.header.name).toBe('AcceptGrant.Response');
    expect(skill.accepted).toMatchObject([{ workspaceId: undefined }]);
  });

  test.each<[string, Circumstances]>([
    ['the code is refused', { exchange: { outcome: 'invalidGrant' } }],
    ['our client is refused', { exchange: { outcome: 'invalidClient' } }],
    ['Amazon does not answer', { exchange: { outcome: 'unavailable' } }],
    ['no refresh token comes', { exchange: { outcome: 'tokens', accessToken: 'a', expiresInSeconds: 3600 } }],
    ['the token is refused', { tokenInfo: { outcome: 'tokenRefused' } }],
    ['the token is of another application', { tokenInfo: { outcome: 'token', aud: 'another' } }],
    ['the clients are not set up', { clientsSetUp: false }],
    ['the table is down', { tableDown: true }],
  ])('answers ACCEPT_GRANT_FAILED and stores nothing when %s', async (_, circumstances) => {
    const skill = aSkill(circumstances);
    const { event } = await skill.hear(acceptGrantDirective);
    expect(event.header).toMatchObject({ namespace: 'Alexa.Authorization', name: 'ErrorResponse' });
    expect(event.payload['type']).toBe('ACCEPT_GRANT_FAILED');
    expect(skill.accepted).toEqual([]);
  });

  test('does not spend the code before it knows the account', async () => {
    const skill = aSkill({ profile: { outcome: 'unavailable' } });
    await skill.hear(acceptGrantDirective);
    expect(skill.exchanged).toEqual([]);
  });

  test('answers ACCEPT_GRANT_FAILED when the code is missing', async () => {
    const { header } = acceptGrantDirective.directive;
    expect(typeOf(await hear({}, { directive: { header, payload: {} } }))).toBe('ACCEPT_GRANT_FAILED');
  });
});

describe('the state of a trigger', () => {
  test('reports a trigger as connected', async () => {
    const { event, context } = await hear({}, reportStateDirective());
    expect(event).toMatchObject({
      header: { namespace: 'Alexa', name: 'StateReport', correlationToken: 'correlation-token' },
      endpoint: { endpointId: goodNight },
    });
    expect(context?.properties).toMatchObject([{ name: 'connectivity', value: { value: 'OK' } }]);
  });

  test('reports a closed contact under the contact strategy', async () => {
    const { context } = await hear({}, reportStateDirective(door));
    expect(context?.properties).toMatchObject([{}, { name: 'detectionState', value: 'NOT_DETECTED' }]);
  });

  test('reports the times of the last changes on every request', async () => {
    const skill = aSkill();
    for (const waitMs of [3_000, 0]) {
      const { context } = await skill.hear(reportStateDirective(door));
      expect(context?.properties.map(({ timeOfSample }) => timeOfSample)).toEqual([
        '2026-11-01T08:00:00.000Z',
        '2026-11-19T09:00:01.000Z',
      ]);
      skill.pass(waitMs);
    }
  });

  test('reports a disabled trigger as unreachable', async () => {
    expect(typeOf(await hear({}, reportStateDirective(switchedOff)))).toBe('ENDPOINT_UNREACHABLE');
  });
});

describe('a spoken trigger', () => {
  test('fires a spoken trigger once with the message id of the directive, and confirms it', async () => {
    const skill = aSkill();
    const { event } = await skill.hear(activateDirective());
    expect(event).toMatchObject({
      header: { namespace: 'Alexa.SceneController', name: 'ActivationStarted', correlationToken: 'correlation-token' },
      endpoint: { endpointId: goodNight },
      payload: { cause: { type: 'VOICE_INTERACTION' }, timestamp: '2026-11-20T18:04:05.000Z' },
    });
    expect(event.endpoint).toEqual({ endpointId: goodNight });
    expect(skill.fired).toMatchObject([
      { workspaceId: 7, link: 1, triggerId: 'good-night', messageId: '1bd5d003-31b9-476f-ad03-71d471922820' },
    ]);
  });

  test('leaves reading a spoken trigger to its run', async () => {
    expect(typeOf(await hear({ triggersDown: true }, activateDirective()))).toBe('ActivationStarted');
    expect(typeOf(await hear({ triggersDown: true }, reportStateDirective()))).toBe('INTERNAL_ERROR');
  });

  test.each(['trg-unknown', 'unknown'])('answers and counts NO_SUCH_ENDPOINT for the device %s', async (deviceId) => {
    const skill = aSkill();
    expect(typeOf(await skill.hear(activateDirective(deviceId)))).toBe('NO_SUCH_ENDPOINT');
    expect(skill.counted).toEqual(['endpoint NO_SUCH_ENDPOINT']);
  });

  const answers: Record<Outcome, string> = {
    sent: 'ActivationStarted',
    echo: 'ActivationStarted',
    loop: 'RATE_LIMIT_EXCEEDED',
    missed: 'INTERNAL_ERROR',
    notLinked: 'NO_SUCH_ENDPOINT',
    workspaceInactive: 'ENDPOINT_UNREACHABLE',
    planRequired: 'ENDPOINT_UNREACHABLE',
    disabled: 'ENDPOINT_UNREACHABLE',
    skillNotEnabled: 'ENDPOINT_UNREACHABLE',
    grantRevoked: 'ENDPOINT_UNREACHABLE',
    reinstallSkill: 'ENDPOINT_UNREACHABLE',
    tooMany: 'RATE_LIMIT_EXCEEDED',
    workspaceTooMany: 'RATE_LIMIT_EXCEEDED',
    coolingDown: 'RATE_LIMIT_EXCEEDED',
    notNow: 'ENDPOINT_UNREACHABLE',
    notHere: 'ENDPOINT_UNREACHABLE',
    notYou: 'ENDPOINT_UNREACHABLE',
    throttled: 'RATE_LIMIT_EXCEEDED',
    unavailable: 'INTERNAL_ERROR',
    rejected: 'INTERNAL_ERROR',
    unknown: 'INTERNAL_ERROR',
  };
  test.each(outcomeNames.map((outcome): [Outcome, string] => [outcome, answers[outcome]]))(
    'answers a spoken trigger that ends as %s with %s',
    async (outcome, answer) => {
      expect(typeOf(await hear({ fire: outcome }, activateDirective()))).toBe(answer);
    },
  );

  test.each<[string, Refusal | Error, string]>([
    ['is deleted at this moment', new Refusal('trigger.notFound'), 'NO_SUCH_ENDPOINT'],
    ['runs already for the same directive', new Refusal('trigger.alreadyRunning'), 'ActivationStarted'],
    ['meets a busy table', new Refusal('server.busy'), 'INTERNAL_ERROR'],
    ['meets a bug', new Error('Atza|a-token-in-an-error'), 'INTERNAL_ERROR'],
  ])('answers correctly when the trigger %s', async (_, fire, answer) => {
    expect(typeOf(await hear({ fire }, activateDirective()))).toBe(answer);
  });
});

describe('a receipt', () => {
  test('stores a receipt with the id of its directive, confirms it and fires nothing', async () => {
    const skill = aSkill();
    const { event } = await skill.hear(activateDirective(confirmation));
    expect(event).toMatchObject({ header: { name: 'ActivationStarted' }, endpoint: { endpointId: confirmation } });
    expect(skill.receipts).toMatchObject([
      { workspaceId: 7, triggerId: 'good-night', messageId: '1bd5d003-31b9-476f-ad03-71d471922820' },
    ]);
    expect(skill.fired).toEqual([]);
    expect(skill.counted).toEqual(['endpoint receipt']);
  });

  test('answers INTERNAL_ERROR when a receipt cannot be stored, so that Alexa reports it', async () => {
    expect(typeOf(await hear({ receiptsDown: true }, activateDirective(confirmation)))).toBe('INTERNAL_ERROR');
  });

  test('answers NO_SUCH_ENDPOINT to a receipt of an unknown trigger', async () => {
    expect(typeOf(await hear({}, activateDirective('rcp-unknown')))).toBe('NO_SUCH_ENDPOINT');
  });

  test('reports the device of a receipt as connected', async () => {
    const { context } = await hear({}, reportStateDirective(confirmation));
    expect(context?.properties).toMatchObject([{ name: 'connectivity', value: { value: 'OK' } }]);
  });
});

describe('the order of checks', () => {
  const refusedToken: Circumstances = { tokenInfo: { outcome: 'tokenRefused' } };
  const malformed = { directive: { ...activateDirective().directive, endpoint: { endpointId: goodNight } } };
  const unsupported = (endpointId: string) => directiveTo(endpointId, 'Alexa.PowerController', 'TurnOn');

  test.each<[string, Circumstances, unknown, string]>([
    ['shape before token', refusedToken, malformed, 'INVALID_DIRECTIVE'],
    ['token before endpoint', refusedToken, activateDirective('trg-unknown'), 'INVALID_AUTHORIZATION_CREDENTIAL'],
    ['endpoint before support', {}, unsupported('trg-unknown'), 'NO_SUCH_ENDPOINT'],
    ['support before work', { fire: 'throttled' }, unsupported(goodNight), 'INVALID_DIRECTIVE'],
  ])('checks %s', async (_, circumstances, event, type) => {
    expect(typeOf(await hear(circumstances, event))).toBe(type);
  });

  test.each<[string, unknown]>([
    ['an empty event', undefined],
    ['a string', 'hello'],
    ['a directive without a header', { directive: {} }],
    ['another payload version', directiveTo(goodNight, 'Alexa', 'ReportState', { payloadVersion: '2' })],
    ['a discovery without a token', { directive: { ...discoverDirective.directive, payload: {} } }],
    ['a directive without an endpoint', { directive: { ...activateDirective().directive, endpoint: undefined } }],
  ])('answers INVALID_DIRECTIVE to %s', async (_, event) => {
    expect(typeOf(await hear({}, event))).toBe('INVALID_DIRECTIVE');
  });

  test('answers an unknown endpoint in the same way as one of an unlinked account', async () => {
    const [unknown, unlinked] = [
      await hear({}, activateDirective('trg-of-somebody-else')),
      await hear({ linked: false }, activateDirective('trg-of-somebody-else')),
    ];
    expect({ ...unknown.event, header: undefined }).toEqual({ ...unlinked.event, header: undefined });
  });
});

describe('an authorization error, which makes Alexa drop the account link', () => {
  test.each<[string, Circumstances]>([
    ['tokeninfo refuses the token', { tokenInfo: { outcome: 'tokenRefused' } }],
    ['the profile refuses the token', { profile: { outcome: 'tokenRefused' } }],
  ])('answers INVALID_AUTHORIZATION_CREDENTIAL when %s', async (_, circumstances) => {
    for (const event of [activateDirective(), discoverDirective]) {
      expect(typeOf(await hear(circumstances, event))).toBe('INVALID_AUTHORIZATION_CREDENTIAL');
    }
  });

  test.each<[string, Circumstances]>([
    ['tokeninfo does not answer', { tokenInfo: { outcome: 'unavailable' } }],
    ['the profile does not answer', { profile: { outcome: 'unavailable' } }],
    ['the token is of another application', { tokenInfo: { outcome: 'token', aud: 'another' } }],
    ['our client is not set up', { clientsSetUp: false }],
    ['the table is down', { tableDown: true }],
  ])('answers INTERNAL_ERROR and never an authorization error when %s', async (_, circumstances) => {
    for (const event of [activateDirective(), discoverDirective, reportStateDirective()]) {
      expect(typeOf(await hear(circumstances, event))).toBe('INTERNAL_ERROR');
    }
  });
});

test.each(['namespace', 'name', 'messageId'])('rejects and does not log a %s of 3,000 letters', async (field) => {
  const skill = aSkill();
  const { directive } = activateDirective();
  const long = { directive: { ...directive, header: { ...directive.header, [field]: 'x'.repeat(3000) } } };
  expect(typeOf(await skill.hear(long))).toBe('INVALID_DIRECTIVE');
  expect(skill.fired).toEqual([]);
  expect(JSON.stringify(skill.lines)).not.toContain('xxx');
});

test('looks up the user of a token once', async () => {
  const skill = aSkill();
  await skill.hear(reportStateDirective());
  await skill.hear(reportStateDirective());
  expect(skill.asked).toHaveLength(1);
});

test.each<[string, unknown, number]>([
  ['a spoken trigger, which runs in between', activateDirective(), 1],
  ['a discovery', discoverDirective, 0],
  ['a grant', acceptGrantDirective, 0],
])('does not answer %s before the user of the token is stored', async (_, event, runs) => {
  const stored = Promise.withResolvers<void>();
  const skill = aSkill({ storing: stored.promise });
  let isAnswered = false;
  const answering = skill.hear(event).then(() => (isAnswered = true));
  await setImmediate();
  expect([skill.fired.length, isAnswered]).toEqual([runs, false]);
  stored.resolve();
  await answering;
  expect(skill.remembered.size).toBe(1);
});

test('logs no token, grant or code', async () => {
  const circumstances: Circumstances[] = [
    {},
    { linked: false },
    { tableDown: true },
    { exchange: { outcome: 'invalidGrant' } },
    { tokenInfo: { outcome: 'token', aud: 'another' } },
    { fire: new Error('failed') },
  ];
  const lines: unknown[] = [];
  for (const circumstance of circumstances) {
    const skill = aSkill(circumstance);
    for (const event of [acceptGrantDirective, discoverDirective, activateDirective(), reportStateDirective()]) {
      await skill.hear(event);
    }
    lines.push(...skill.lines.map(({ event, details, cause }) => ({ event, details, cause: String(cause) })));
  }
  expect(lines.length).toBeGreaterThan(20);
  expect(JSON.stringify(lines)).not.toMatch(/Atza|token-of|gateway-|one-time-code|secret|correlation-token/);
});

test('counts a directive by its kind and result, never by text from Alexa', async () => {
  const skill = aSkill({});
  await skill.hear(discoverDirective);
  await skill.hear({ directive: { header: { namespace: 'Some.New', name: 'Thing' } } });
  expect(skill.counted).toEqual(['discover discovered', 'malformed INVALID_DIRECTIVE']);
});
