import { createHmac } from 'node:crypto';

export const secret = 'the-key-of-this-line';

/** An event as WAHA 2026.8 sends it. Names, numbers and ids are made up. */
export function anEvent(event: string, payload: object, changes: object = {}): object {
  return {
    id: 'evt_01kz0000000000000000000000',
    timestamp: Date.parse('2026-11-20T12:00:00.123Z'),
    event,
    session: 'zb-4711-1',
    metadata: { instanceId: '4711' },
    me: { id: '5521955550000@c.us', lid: '700100200300@lid', pushName: 'Lar Central' },
    payload,
    engine: 'GOWS',
    environment: { version: '2026.8.1', engine: 'GOWS', tier: 'CORE', browser: null },
    ...changes,
  };
}

type Info = Partial<Record<'Sender' | 'SenderAlt' | 'PushName' | 'AddressingMode', string | null>>;

/** A message of the GOWS engine. */
export function aMessage(changes: object = {}, info: Info | null = {}): object {
  const known = { SenderAlt: '5521966660000@s.whatsapp.net', PushName: 'Carla', AddressingMode: 'lid', IsGroup: true };
  return {
    id: 'false_120363999000111222@g.us_3AFFEE00112233445566_700999888777@lid',
    timestamp: 1_795_176_000,
    from: '120363999000111222@g.us',
    participant: '700999888777@lid',
    to: '700999888777@lid',
    fromMe: false,
    source: 'app',
    body: 'Acender varanda',
    hasMedia: false,
    replyTo: null,
    ...(info && { _data: { Info: { ...known, ...info } } }),
    ...changes,
  };
}

/** How the GOWS engine marks an edit of the message above. The edit has its own id. */
export const editMarks = {
  'the attribute of its envelope': { Info: { Edit: '1', IsGroup: true } },
  'the flag of an unwrapped edit': { IsEdit: true },
  'the change that it carries': {
    Message: {
      protocolMessage: { type: 14, key: { ID: '3AFFEE00112233445566' }, editedMessage: { conversation: 'x' } },
    },
  },
  'the change that it carries in a chat of disappearing messages': {
    Message: { ephemeralMessage: { message: { editedMessage: { message: { protocolMessage: { type: 14 } } } } } },
  },
  'the sealed change that it carries': {
    Message: {
      secretEncryptedMessage: { targetMessageKey: { ID: '3AFFEE00112233445566' }, secretEncType: 'MESSAGE_EDIT' },
    },
  },
} as const;

/** Signs an event as WAHA does. */
export function aDelivery(event: object | string, key = secret) {
  const rawBody = Buffer.from(typeof event === 'string' ? event : JSON.stringify(event));
  const headers: Record<string, string | undefined> = {
    'user-agent': 'WAHA/2026.8.1',
    'x-webhook-request-id': '01kz-request',
    'x-webhook-timestamp': '1795176000123',
    'x-webhook-hmac-algorithm': 'sha512',
    'x-webhook-hmac': createHmac('sha512', key).update(rawBody).digest('hex'),
  };
  return { rawBody, headers };
}
