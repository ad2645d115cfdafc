import { SignJWT } from 'jose';

export const secret = 'the-key-of-this-line-at-evolution';

/** In seconds. */
export const signedAt = Date.parse('2026-11-20T12:00:00.000Z') / 1000;

/** An event as Evolution 2.3.7 sends it, with the line's own key. Names, numbers and ids are made up. */
export function anEvent(event: string, data: unknown, changes: object = {}): object {
  return {
    event,
    instance: 'zb-4711-1',
    data,
    destination: 'https://app.test/prod/whatsapp/main/opaque',
    // Local time with a suffix that claims UTC.
    date_time: '2026-11-20T09:00:00.456Z',
    sender: '5521955550000@s.whatsapp.net',
    server_url: 'https://gateway.test',
    apikey: 'a-key-of-the-line',
    ...changes,
  };
}

export function aMessage(message: object | null, changes: object = {}, key: object = {}): object {
  return {
    key: {
      remoteJid: '120363999000111222@g.us',
      fromMe: false,
      id: '3AFFEE00112233445566',
      participant: '700999888777@lid',
      participantAlt: '5521966660000@s.whatsapp.net',
      addressingMode: 'lid',
      ...key,
    },
    pushName: 'Carla',
    status: 'DELIVERY_ACK',
    message,
    messageType: 'conversation',
    messageTimestamp: signedAt,
    contextInfo: null,
    source: 'android',
    ...changes,
  };
}

/** A change of members, as 2.3.7 reports it for members whose address is a LID. */
export const aChangeOfMembers = (action: string, people: readonly { jid: string; phoneNumber: string }[]): object =>
  anEvent('group-participants.update', {
    id: '120363999000111222@g.us',
    author: '700555666777@lid',
    action,
    participants: people.map(({ jid }) => jid),
    participantsData: people.map((one) => ({ ...one, imgUrl: null })),
  });

/** An edit in a group whose new text only phones can decrypt. */
export const aSealedEdit = (): object =>
  aMessage(
    {
      messageContextInfo: { messageSecret: 'c2VjcmV0' },
      secretEncryptedMessage: {
        targetMessageKey: {
          remoteJid: '120363999000111222@g.us',
          fromMe: false,
          id: '3AFFEE00112233445566',
          participant: '700999888777@lid',
        },
        encPayload: 'c2VhbGVk',
        encIv: 'aXY=',
        secretEncType: 'MESSAGE_EDIT',
      },
    },
    { messageType: 'secretEncryptedMessage' },
    { id: '3A50EE8D2DCA0060BDDB' },
  );

type Claims = { app?: string; action?: string; iat?: number; exp?: number };

/** Signs the event with the token that Evolution creates from the line's `jwt_key`. */
export async function aDelivery(event: object | string, claims: Claims = {}, key = secret) {
  const rawBody = Buffer.from(typeof event === 'string' ? event : JSON.stringify(event));
  const iat = claims.iat ?? signedAt;
  const token = await new SignJWT({ app: 'evolution', action: 'webhook', iat, exp: iat + 600, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(key));
  const headers: Record<string, string | undefined> = { authorization: `Bearer ${token}` };
  return { rawBody, headers };
}
