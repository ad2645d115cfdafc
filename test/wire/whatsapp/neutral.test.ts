import { describe, expect, test } from 'vitest';

import { readConfig } from '#functions/platform/config.ts';
import type { AwsCredentials } from '#functions/providers/aws-signature.ts';
import { chooseGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { WhatsAppGateway } from '#functions/providers/whatsapp/gateway.ts';

import { aClock } from '../../support/worlds/a-clock.ts';
import { line } from './a-vendor.ts';
import * as evolution from './evolution-deliveries.ts';
import * as waha from './waha-deliveries.ts';

const { WHATSAPP_SHARDS: shards } = readConfig({
  TABLE_NAME: 'recado',
  APP_URL: 'https://app.test',
  WEBHOOK_URL: 'https://app.test',
  WHATSAPP_SHARDS: JSON.stringify([
    { id: 'main', vendor: 'waha', url: 'https://waha.test' },
    { id: 'second', vendor: 'evolution', url: 'https://evolution.test' },
    { id: 'ours', url: 'https://ours.test', auth: 'iam' },
  ]),
});

const ourRole: AwsCredentials = { accessKeyId: 'id', secretAccessKey: 'key' };

/** All gateways of one configuration. Every call is recorded. */
function place(body = '', status = 200, lent: () => AwsCredentials | undefined = () => ourRole) {
  const asked: { url: string; key: string | undefined }[] = [];
  const signatures: (string | undefined)[] = [];
  const gateways = chooseGateways({
    http: ({ url, headers }) => {
      asked.push({ url, key: headers?.['x-api-key'] ?? headers?.['apikey'] });
      signatures.push(headers?.['authorization']);
      return Promise.resolve({ outcome: 'reply', status, headers: {}, body });
    },
    now: aClock('2026-11-20T12:00:02.000Z').now,
    wait: () => Promise.resolve(),
    shards,
    keys: () =>
      Promise.resolve({
        main: { value: 'key-of-main' },
        second: { value: 'key-of-second' },
        ours: { value: 'key-of-ours' },
      }),
    signer: { credentials: lent, region: 'us-east-1' },
  });
  return { gateways, asked, signatures };
}

describe('rotating the key of a gateway', () => {
  function rotating(takes: string, keys: { value: string; previous?: string }) {
    const asked: (string | undefined)[] = [];
    const gateways = chooseGateways({
      http: ({ headers }) => {
        const key = headers?.['x-api-key'] ?? headers?.['apikey'];
        asked.push(key);
        return Promise.resolve({ outcome: 'reply', status: key === takes ? 200 : 401, headers: {}, body: '{}' });
      },
      now: aClock().now,
      wait: () => Promise.resolve(),
      shards,
      keys: () => Promise.resolve({ main: keys, second: keys }),
      signer: { credentials: () => ourRole, region: 'us-east-1' },
    });
    return { gateways, asked };
  }

  test.each(['main', 'second'])(
    'calls %s successfully before and after the gateway changes its key',
    async (shardId) => {
      const keys = { value: 'new', previous: 'old' };
      for (const [takes, calls] of [
        ['old', ['new', 'old']],
        ['new', ['new']],
      ] as const) {
        const { gateways, asked } = rotating(takes, keys);
        expect(await gateways.of(shardId).restartLine({ ...line, shardId })).toEqual({ outcome: 'ok' });
        expect(asked).toEqual(calls);
      }
    },
  );

  test('fails as unauthorized when both the new and the previous key are rejected', async () => {
    for (const keys of [{ value: 'new', previous: 'old' }, { value: 'new' }]) {
      const { gateways } = rotating('another', keys);
      expect(await gateways.of('main').restartLine(line)).toMatchObject({ error: { code: 'unauthorized' } });
    }
  });
});

describe('the gateway of a line', () => {
  test('uses vendor, address and key of the line’s shard', async () => {
    const { gateways, asked } = place();
    await gateways.of('main').describeLine(line);
    await gateways.of('second').describeLine({ ...line, shardId: 'second' });
    expect(asked).toEqual([
      { url: 'https://waha.test/api/sessions/zb-4711-1', key: 'key-of-main' },
      { url: 'https://evolution.test/instance/connectionState/zb-4711-1', key: 'key-of-second' },
    ]);
    expect(gateways.shards.map(({ id }) => id)).toEqual(['main', 'second', 'ours']);
  });

  test('signs the calls to a shard that requires it, and sends its key as always', async () => {
    const { gateways, asked, signatures } = place();
    await gateways.of('main').describeLine(line);
    await gateways.of('ours').describeLine({ ...line, shardId: 'ours' });
    expect(asked[1]).toEqual({ url: 'https://ours.test/api/sessions/zb-4711-1', key: 'key-of-ours' });
    const signed = /^AWS4-HMAC-SHA256 Credential=id\/20261120\/us-east-1\/execute-api\/aws4_request, /;
    expect(signatures).toEqual([undefined, expect.stringMatching(signed)]);
  });

  test('makes no unsigned call to a shard that requires signatures, and counts no line as lost', async () => {
    const { gateways, asked } = place('', 200, () => undefined);
    const ours = gateways.of('ours');
    expect((await ours.describeLine({ ...line, shardId: 'ours' })).state).toBe('unknown');
    expect(await ours.listLines('ours')).toMatchObject({ error: { code: 'unreachable', retryable: true } });
    expect(asked).toEqual([]);
  });

  test('reports a shard that is no longer configured as unreachable, so that no line counts as lost', async () => {
    const { gateways, asked } = place();
    const gone = gateways.of('retired');
    expect((await gone.describeLine(line)).state).toBe('unknown');
    expect(await gone.removeLine(line)).toMatchObject({ outcome: 'failed', error: { code: 'unreachable' } });
    expect(await gone.profilePicture(line, '5521955550000')).toBeNull();
    const { rawBody, headers } = waha.aDelivery(waha.anEvent('session.status', { status: 'FAILED' }));
    expect(await gone.parseWebhook(rawBody, headers, waha.secret)).toEqual({ outcome: 'refused', reason: 'signature' });
    expect(asked).toEqual([]);
  });
});

const reported = {
  waha: async (event: string, payload: object) => {
    const { rawBody, headers } = waha.aDelivery(waha.anEvent(event, payload));
    return place().gateways.of('main').parseWebhook(rawBody, headers, waha.secret);
  },
  evolution: async (event: string, data: object) => {
    const { rawBody, headers } = await evolution.aDelivery(evolution.anEvent(event, data));
    return place().gateways.of('second').parseWebhook(rawBody, headers, evolution.secret);
  },
};

const longName = '🏠'.repeat(6000);

/** Drops the fields that each vendor chooses for itself. */
function story(parsed: Awaited<ReturnType<WhatsAppGateway['parseWebhook']>>) {
  if (parsed.outcome !== 'events') throw new Error(parsed.reason);
  return parsed.events.map((event) => ({
    ...event,
    line: undefined,
    eventId: '',
    replyHandle: '',
    at: undefined,
    self: undefined,
  }));
}

describe('both vendors', () => {
  const jid = '120363999000111222@g.us';
  const me = { fromMe: true, participant: '700100200300@lid' };
  const ownId = `true_${jid}_3AFFEE00112233445566_700100200300@lid`;
  const ownInfo = { SenderAlt: '5521955550000@s.whatsapp.net', PushName: 'Lar Central' };
  const ownKey = { ...me, participantAlt: '5521955550000@s.whatsapp.net' };
  test.each<[string, [string, object], [string, object]]>([
    [
      'a message',
      ['message.any', waha.aMessage()],
      ['messages.upsert', evolution.aMessage({ conversation: 'Acender varanda' })],
    ],
    [
      'a disappearing message',
      ['message.any', waha.aMessage({ body: 'Boa noite' })],
      [
        'messages.upsert',
        evolution.aMessage({ ephemeralMessage: { message: { extendedTextMessage: { text: 'Boa noite' } } } }),
      ],
    ],
    [
      'a message of somebody whose phone is not known',
      ['message.any', waha.aMessage({}, { SenderAlt: '' })],
      ['messages.upsert', evolution.aMessage({ conversation: 'Acender varanda' }, {}, { participantAlt: undefined })],
    ],
    [
      'a picture with words',
      ['message.any', waha.aMessage({ body: 'Acender', hasMedia: true })],
      ['messages.upsert', evolution.aMessage({ imageMessage: { caption: 'Acender' } })],
    ],
    [
      'a tapped button',
      [
        'message.any',
        waha.aMessage({
          body: null,
          _data: {
            Info: { SenderAlt: '5521966660000@s.whatsapp.net', PushName: 'Carla' },
            Message: { buttonsResponseMessage: { Response: { SelectedDisplayText: 'Boa noite' } } },
          },
        }),
      ],
      ['messages.upsert', evolution.aMessage({ buttonsResponseMessage: { selectedDisplayText: 'Boa noite' } })],
    ],
    [
      'what the owner typed',
      ['message.any', waha.aMessage({ ...me, id: ownId, source: 'app' }, ownInfo)],
      ['messages.upsert', evolution.aMessage({ conversation: 'Acender varanda' }, { pushName: 'Lar Central' }, ownKey)],
    ],
    [
      'what we sent',
      ['message.any', waha.aMessage({ ...me, id: ownId, source: 'api' }, ownInfo)],
      ['send.message', evolution.aMessage({ conversation: 'Acender varanda' }, { pushName: 'Lar Central' }, ownKey)],
    ],
    [
      'a line that works',
      ['session.status', { status: 'WORKING' }],
      ['connection.update', { state: 'open', wuid: '5521955550000@s.whatsapp.net' }],
    ],
    [
      'a line that waits for a scan',
      ['session.status', { status: 'SCAN_QR_CODE' }],
      ['qrcode.updated', { qrcode: { base64: 'data:' } }],
    ],
    [
      'a network that was lost',
      ['session.status', { status: 'STARTING' }],
      ['connection.update', { state: 'close', statusReason: 408 }],
    ],
    [
      'a group that took us in',
      ['group.v2.join', { group: { id: jid, subject: 'Casa' } }],
      ['groups.upsert', [{ id: jid, subject: 'Casa' }]],
    ],
    [
      'a group that removed us',
      ['group.v2.participants', { type: 'leave', group: { id: jid }, participants: [{ id: '5521955550000@c.us' }] }],
      ['group-participants.update', { id: jid, action: 'remove', participants: ['5521955550000@s.whatsapp.net'] }],
    ],
  ])('reports %s identically for both vendors', async (_, one, other) => {
    expect(story(await reported.evolution(...other))).toEqual(story(await reported.waha(...one)));
  });
});

describe('group names', () => {
  const jid = '120363999000111222@g.us';
  const names = (subject: string): [string, () => Promise<string | undefined>][] => {
    const listed = async (shard: string, body: object[]) => {
      const found = await place(JSON.stringify(body)).gateways.of(shard).listGroups(line);
      return found.outcome === 'ok' ? found.groups[0]?.name : 'nothing';
    };
    const told = async (by: 'waha' | 'evolution', event: string, data: object) => {
      const parsed = await reported[by](event, data);
      const [one] = parsed.outcome === 'events' ? parsed.events : [];
      return one && 'name' in one ? one.name : undefined;
    };
    return [
      ['in the list of WAHA', () => listed('main', [{ JID: jid, Name: subject }])],
      ['in the list of Evolution', () => listed('second', [{ id: jid, subject }])],
      ['on a rename', () => told('waha', 'group.v2.update', { group: { id: jid, subject } })],
      ['on joining by WAHA', () => told('waha', 'group.v2.join', { group: { id: jid, subject } })],
      ['on joining by Evolution', () => told('evolution', 'groups.upsert', [{ id: jid, subject }])],
    ];
  };

  test.each(names(' Casa\u0000 da\r\n\u202eAn\u0061\u0301  '))('cleans the name of a group %s', async (_, read) =>
    expect(await read()).toBe('Casa da Aná'),
  );

  test.each(names(`${'🏠'.repeat(99)} and more`))(
    'shortens the name of a group to a hundred letters %s',
    async (_, read) => {
      expect(await read()).toBe('🏠'.repeat(99));
    },
  );

  test.each(names('\u0000\u202e\u3164\n'))('drops the name of a group that has no letter %s', async (_, read) => {
    expect(await read()).toBeUndefined();
  });
});

test.each<[string, () => ReturnType<WhatsAppGateway['parseWebhook']>]>([
  ['the sender by WAHA', () => reported.waha('message.any', waha.aMessage({}, { PushName: longName }))],
  [
    'the sender by Evolution',
    () =>
      reported.evolution('messages.upsert', evolution.aMessage({ conversation: 'Acender' }, { pushName: longName })),
  ],
  [
    'the number by WAHA',
    () => {
      const me = { id: '5521955550000@c.us', pushName: longName };
      const { rawBody, headers } = waha.aDelivery(waha.anEvent('session.status', { status: 'WORKING' }, { me }));
      return place().gateways.of('main').parseWebhook(rawBody, headers, waha.secret);
    },
  ],
  [
    'the number by Evolution',
    () => {
      const data = { state: 'open', wuid: '5521955550000@s.whatsapp.net', profileName: longName };
      return reported.evolution('connection.update', data);
    },
  ],
])('shortens a name of 6,000 letters of %s', async (_, read) => {
  const parsed = await read();
  const [event] = parsed.outcome === 'events' ? parsed.events : [];
  const person = event?.kind === 'groupMessage' ? event.sender : event?.kind === 'lineStateChanged' && event.self;
  expect(person).toMatchObject({ displayName: '🏠'.repeat(110) });
});

test.each(['main', 'second'])('rejects a version of 3,000 letters from the gateway %s', async (shardId) => {
  const body = JSON.stringify({ version: '2026.8.1'.padEnd(3000, '1'), engine: 'GOWS' });
  expect(await place(body).gateways.of(shardId).checkGateway()).toMatchObject({ error: { code: 'unreachable' } });
});

test.each(['main', 'second'])('returns no picture from %s when its address has 3,000 letters', async (shardId) => {
  const address = `https://pps.whatsapp.net/${'a'.repeat(3000)}`;
  const body = JSON.stringify({ profilePictureURL: address, profilePictureUrl: address });
  expect(await place(body).gateways.of(shardId).profilePicture(line, '5521955550000')).toBeNull();
});

test.each(['main', 'second'])('fails to send a text via %s when the message id has 3,000 letters', async (shardId) => {
  const [id, remoteJid] = ['A'.repeat(3000), '120363999000111222@g.us'];
  const { gateways } = place(JSON.stringify({ id, key: { id, remoteJid } }));
  expect(await gateways.of(shardId).sendText(line, remoteJid, 'Olá')).toMatchObject({
    error: { code: 'unreachable', retryable: false },
  });
});
