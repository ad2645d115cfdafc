import * as z from 'zod/mini';

import { json, type Reply, type SandboxRoute } from '../../kit.ts';
import { general, read, withSession, type Api, type SessionRequest } from '../api.ts';
import { mayWrite, react, say } from '../chat.ts';
import { contactOf, newMessageId, personOf } from '../contacts.ts';
import { messagePayload } from '../message-event.ts';
import { engineFailed, VERSION } from '../refusal.ts';

const WORKING = ['WORKING'] as const;

export function messageRoutes(api: Api): readonly SandboxRoute[] {
  return [
    {
      method: 'GET',
      path: '/ping',
      kind: 'api',
      handle: () => (api.store.isUnreachable() ? { status: 0, cut: true } : json(200, { message: 'pong' })),
    },
    general(api, 'GET', '/health', () => json(200, { status: 'ok', info: {}, error: {}, details: {} })),
    general(api, 'GET', '/api/version', () =>
      json(200, {
        version: VERSION,
        engine: 'GOWS',
        tier: 'CORE',
        browser: null,
        platform: 'linux/x64',
        worker: { id: 'local' },
      }),
    ),
    withSession(api, 'POST', '/api/sendText', WORKING, sendText),
    withSession(api, 'PUT', '/api/reaction', WORKING, reaction),
    withSession(api, 'GET', '/api/:session/new-message-id', WORKING, () => json(200, { id: newMessageId('api') })),
    withSession(api, 'GET', '/api/contacts/profile-picture', WORKING, profilePicture),
    withSession(api, 'GET', '/api/:session/lids/:lid+', WORKING, phoneOfLid),
  ];
}

const sendSchema = z.object({
  session: z.string(),
  chatId: z.string().check(z.minLength(1)),
  /** The real gateway also sends an empty text. */
  text: z._default(z.optional(z.string()), ''),
  reply_to: z.optional(z.nullable(z.string())),
  linkPreview: z.optional(z.boolean()),
  id: z.optional(z.nullable(z.string())),
});

function sendText(asked: SessionRequest): Reply {
  const { store, session, call } = asked;
  const wanted = read(sendSchema, call);
  const group = store.groups.get(wanted.chatId.replace(/@g\.us$/, ''));
  const person = session.person ?? '';
  if (!group || !mayWrite(group, person))
    throw engineFailed('failed to send message: server returned error 403: not-authorized', call);
  const message = say(asked, group, {
    person,
    text: wanted.text,
    session: session.name,
    ...(wanted.id && { id: wanted.id }),
    ...(wanted.reply_to && { replyTo: messageIdIn(wanted.reply_to) }),
  });
  return json(201, messagePayload(store, session, group, message));
}

/** Accepts `false_<chat>_<message>_<sender>` or the plain message id. */
const messageIdIn = (id: string): string => id.split('_')[2] ?? id;

const reactionSchema = z.object({
  session: z.string(),
  messageId: z.string().check(z.minLength(1)),
  reaction: z.string(),
});

function reaction(asked: SessionRequest): Reply {
  const wanted = read(reactionSchema, asked.call);
  const id = messageIdIn(wanted.messageId);
  const group = asked.store
    .groupsOf(asked.session.person ?? '')
    .find(({ messages }) => messages.some((message) => message.id === id));
  const message = group?.messages.find((one) => one.id === id);
  // WhatsApp accepts a reaction to an unknown message but shows it nowhere.
  if (group && message) react(asked, group, message, asked.session.person ?? '', wanted.reaction);
  return json(200, { id: newMessageId('api') });
}

function profilePicture({ store, call }: SessionRequest): Reply {
  const person = personOf(store.world, call.query.get('contactId') ?? '');
  return json(200, { profilePictureURL: person === undefined ? null : store.phone(person).picture });
}

function phoneOfLid({ store, call }: SessionRequest): Reply {
  const lid = `${call.params['lid']?.split('@')[0] ?? ''}@lid`;
  const person = personOf(store.world, lid);
  return json(200, { lid, pn: person === undefined ? null : `${contactOf(store.world, person).phone}@c.us` });
}
