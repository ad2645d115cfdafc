import * as z from 'zod/mini';

import { json } from '#functions/platform/json.ts';

import { identifier, pictureUrl } from '../../text-limits.ts';
import { gatewayFailure, isLineName, isPhone } from '../adapter.ts';
import { usualMs } from '../call-times.ts';
import type { LineRef, WhatsAppGateway } from '../gateway.ts';
import { baileysGroup, groupList } from '../groups.ts';
import { isGroup } from '../people.ts';
import type { Evolution } from './evolution-client.ts';
import { withoutValue, unexpectedReply } from './evolution-lines.ts';

type Chats = Pick<WhatsAppGateway, 'listGroups' | 'profilePicture' | 'sendText' | 'react' | 'newMessageId'>;

/** https://doc.evolution-api.com/v2/api-reference/message-controller */
export const evolutionChats = (evolution: Evolution): Chats => ({
  listGroups: (ref, limit) => listGroups(evolution, ref, limit?.timeoutMs ?? usualMs),
  profilePicture: (ref, phone, limit) => profilePicture(evolution, ref, phone, limit?.timeoutMs ?? 9_000),
  sendText: (...given) => sendText(evolution, ...given),
  react: (...given) => react(evolution, ...given),
  newMessageId: () => undefined,
});

/** Slow for many groups, because Evolution fetches their pictures one by one. */
async function listGroups(evolution: Evolution, { lineName }: LineRef, timeoutMs: number) {
  if (!isLineName(lineName)) return gatewayFailure('rejected');
  const path = `/group/fetchAllGroups/${lineName}?getParticipants=false`;
  const answer = await evolution({ method: 'GET', path, timeoutMs });
  if (answer.outcome === 'failed') return answer;
  const { data } = z.array(z.unknown()).safeParse(answer.body);
  if (!data) return unexpectedReply();
  return { outcome: 'ok' as const, ...groupList(data, baileysGroup) };
}

const picture = z.object({ profilePictureUrl: pictureUrl });

async function profilePicture(evolution: Evolution, { lineName }: LineRef, number: string, timeoutMs: number) {
  if (!isLineName(lineName) || !isPhone(number)) return null;
  const path = `/chat/fetchProfilePictureUrl/${lineName}`;
  const answer = await evolution({ method: 'POST', path, body: { number }, timeoutMs });
  return (answer.outcome === 'ok' && picture.safeParse(answer.body).data?.profilePictureUrl) || null;
}

/** The content of the opaque handle for replies and reactions. */
const keyShape = z.object({
  id: identifier.check(z.minLength(1)),
  remoteJid: identifier,
  fromMe: z._default(z.boolean(), false),
  participant: z.optional(identifier),
});

export type MessageKey = z.output<typeof keyShape>;

export const handleOf = ({ id, remoteJid, fromMe, participant }: MessageKey): string =>
  JSON.stringify({ id, remoteJid, fromMe, ...(participant !== undefined && { participant }) });

const keyIn = (handle: string): MessageKey | undefined => keyShape.safeParse(json(handle)).data;

const sentShape = z.object({ key: keyShape });

async function sendText(
  evolution: Evolution,
  ...[{ lineName }, number, text, options = {}]: Parameters<WhatsAppGateway['sendText']>
): ReturnType<WhatsAppGateway['sendText']> {
  if (!isLineName(lineName) || !isGroup(number) || text.trim() === '') return gatewayFailure('rejected');
  const { replyTo, timeoutMs = usualMs } = options;
  const quoted = replyTo === undefined ? undefined : keyIn(replyTo);
  const body = { number, text, linkPreview: false, ...(quoted && { quoted: { key: { id: quoted.id } } }) };
  const path = `/message/sendText/${lineName}`;
  const answer = await evolution({ method: 'POST', path, body, timeoutMs, once: true });
  if (answer.outcome === 'failed') return answer;
  const { data } = sentShape.safeParse(answer.body);
  // The message was sent; a retry would send it twice.
  if (!data) return gatewayFailure('unreachable');
  return { outcome: 'ok', sent: { messageId: data.key.id, replyHandle: handleOf(data.key) } };
}

async function react(
  evolution: Evolution,
  ...[{ lineName }, handle, reaction, limit]: Parameters<WhatsAppGateway['react']>
): ReturnType<WhatsAppGateway['react']> {
  const key = keyIn(handle);
  if (!isLineName(lineName) || !key) return gatewayFailure('rejected');
  const path = `/message/sendReaction/${lineName}`;
  const timeoutMs = limit?.timeoutMs ?? usualMs;
  return withoutValue(await evolution({ method: 'POST', path, body: { key, reaction }, timeoutMs }));
}
