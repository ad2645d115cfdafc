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

/** Every answer has to pass the schemas and hold no secret. */
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
  test('lists every trigger of the workspace that linked the account, switched off or not', async () => {
    const { event } = await hear({}, discoverDirective);
    expect(event.header).toMatchObject({ namespace: 'Alexa.Discovery', name: 'Discover.Response' });
    expect(event.payload['endpoints']).toMatchObject([
      { endpointId: goodNight, friendlyName: 'Boa noite' },
      { endpointId: confirmation, friendlyName: 'Boa noite ok' },
      { endpointId: switchedOff },
      { endpointId: door },
    ]);
  });

  test('is an empty list for an account that is not linked', async () => {
    expect((await hear({ linked: false }, discoverDirective)).event.payload).toEqual({ endpoints: [] });
  });
});

describe('a grant', () => {
  test('is taken with the messaging client, without a redirect address, and attached', async () => {
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

  test('without a linked workspace is kept apart, and still answered with success', async () => {
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
  ])('fails with ACCEPT_GRANT_FAILED when %s, and nothing is stored', async (_, circumstances) => {
    const skill = aSkill(circumstances);
    const { event } = await skill.hear(acceptGrantDirective);
    expect(event.header).toMatchObject({ namespace: 'Alexa.Authorization', name: 'ErrorResponse' });
    expect(event.payload['type']).toBe('ACCEPT_GRANT_FAILED');
    expect(skill.accepted).toEqual([]);
  });

  test('does not spend the code before it knows whose it is', async () => {
    const skill = aSkill({ profile: { outcome: 'unavailable' } });
    await skill.hear(acceptGrantDirective);
    expect(skill.exchanged).toEqual([]);
  });

  test('without its code fails with ACCEPT_GRANT_FAILED', async () => {
    const { header } = acceptGrantDirective.directive;
    expect(typeOf(await hear({}, { directive: { header, payload: {} } }))).toBe('ACCEPT_GRANT_FAILED');
  });
});

describe('the state of a trigger', () => {
  test('is connected', async () => {
    const { event, context } = await hear({}, reportStateDirective());
    expect(event).toMatchObject({
      header: { namespace: 'Alexa', name: 'StateReport', correlationToken: 'correlation-token' },
      endpoint: { endpointId: goodNight },
    });
    expect(context?.properties).toMatchObject([{ name: 'connectivity', value: { value: 'OK' } }]);
  });

  test('has the contact closed under the contact strategy', async () => {
    const { context } = await hear({}, reportStateDirective(door));
    expect(context?.properties).toMatchObject([{}, { name: 'detectionState', value: 'NOT_DETECTED' }]);
  });

  test('has the times of its last changes, however often it is asked for', async () => {
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

  test('is unreachable while it is switched off', async () => {
    expect(typeOf(await hear({}, reportStateDirective(switchedOff)))).toBe('ENDPOINT_UNREACHABLE');
  });
});

describe('a spoken trigger', () => {
  test('is fired once with the message id of the directive, and confirmed', async () => {
    const skill = aSkill();
    const { event } = await skill.hear(activateDirective());
    expect(event).toMatchObject({
      header: { namespace: 'Alexa.SceneController', name: 'ActivationStarted', correlationToken: 'correlation-token' },
      endpoint: { endpointId: goodNight },
      payload: { cause: { type: 'VOICE_INTERACTION' }, timestamp: '2026-11-20T18:04:05.000Z' },
    });
    expect(event.endpoint).toEqual({ endpointId: goodNight });
    expect(skill.fired).toMatchObject([
      { workspaceId: 7, triggerId: 'good-night', messageId: '1bd5d003-31b9-476f-ad03-71d471922820' },
    ]);
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
    'that ends as %s is answered %s',
    async (outcome, answer) => {
      expect(typeOf(await hear({ fire: outcome }, activateDirective()))).toBe(answer);
    },
  );

  test.each<[string, Refusal | Error, string]>([
    ['is deleted at this moment', new Refusal('trigger.notFound'), 'NO_SUCH_ENDPOINT'],
    ['runs already for the same directive', new Refusal('trigger.alreadyRunning'), 'ActivationStarted'],
    ['meets a busy table', new Refusal('server.busy'), 'INTERNAL_ERROR'],
    ['meets a bug', new Error('Atza|a-token-in-an-error'), 'INTERNAL_ERROR'],
  ])('that %s is answered properly', async (_, fire, answer) => {
    expect(typeOf(await hear({ fire }, activateDirective()))).toBe(answer);
  });
});

describe('a receipt', () => {
  test('is kept with the id of its directive, confirmed, and fires nothing', async () => {
    const skill = aSkill();
    const { event } = await skill.hear(activateDirective(confirmation));
    expect(event).toMatchObject({ header: { name: 'ActivationStarted' }, endpoint: { endpointId: confirmation } });
    expect(skill.receipts).toMatchObject([
      { workspaceId: 7, triggerId: 'good-night', messageId: '1bd5d003-31b9-476f-ad03-71d471922820' },
    ]);
    expect(skill.fired).toEqual([]);
    expect(skill.counted).toEqual(['endpoint receipt']);
  });

  test('that cannot be kept is answered with INTERNAL_ERROR, so that Alexa says so', async () => {
    expect(typeOf(await hear({ receiptsDown: true }, activateDirective(confirmation)))).toBe('INTERNAL_ERROR');
  });

  test('of a trigger that is unknown is NO_SUCH_ENDPOINT', async () => {
    expect(typeOf(await hear({}, activateDirective('rcp-unknown')))).toBe('NO_SUCH_ENDPOINT');
  });

  test('is connected whenever Alexa asks', async () => {
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
  ])('%s', async (_, circumstances, event, type) => {
    expect(typeOf(await hear(circumstances, event))).toBe(type);
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['no object', 'hello'],
    ['no header', { directive: {} }],
    ['another payload version', directiveTo(goodNight, 'Alexa', 'ReportState', { payloadVersion: '2' })],
    ['a discovery without a token', { directive: { ...discoverDirective.directive, payload: {} } }],
    ['no endpoint', { directive: { ...activateDirective().directive, endpoint: undefined } }],
  ])('%s is an invalid directive', async (_, event) => {
    expect(typeOf(await hear({}, event))).toBe('INVALID_DIRECTIVE');
  });

  test('an unknown endpoint and one of an account that is not linked are answered alike', async () => {
    const [unknown, unlinked] = [
      await hear({}, activateDirective('trg-of-somebody-else')),
      await hear({ linked: false }, activateDirective('trg-of-somebody-else')),
    ];
    expect({ ...unknown.event, header: undefined }).toEqual({ ...unlinked.event, header: undefined });
  });
});

describe('an authorization error, which makes Alexa forget the link,', () => {
  test.each<[string, Circumstances]>([
    ['tokeninfo refuses the token', { tokenInfo: { outcome: 'tokenRefused' } }],
    ['the profile refuses the token', { profile: { outcome: 'tokenRefused' } }],
  ])('is said when %s', async (_, circumstances) => {
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
  ])('is never said when %s', async (_, circumstances) => {
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

test('the user behind a token is asked for once', async () => {
  const skill = aSkill();
  await skill.hear(reportStateDirective());
  await skill.hear(reportStateDirective());
  expect(skill.asked).toHaveLength(1);
});

test('no token, grant or code is in any log line', async () => {
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

test('a directive is counted by its kind and its end, never by a word of Alexa', async () => {
  const skill = aSkill({});
  await skill.hear(discoverDirective);
  await skill.hear({ directive: { header: { namespace: 'Some.New', name: 'Thing' } } });
  expect(skill.counted).toEqual(['discover discovered', 'malformed INVALID_DIRECTIVE']);
});
