import { createHash, randomBytes } from 'node:crypto';

import * as z from 'zod/mini';

import { deadlineIn } from '#functions/platform/time/deadline.ts';

import { identifier, pictureUrl } from '../../text-limits.ts';
import { gatewayFailure, isLineName, isPhone, type AdapterDeps } from '../adapter.ts';
import { usualMs } from '../call-times.ts';
import type { LineRef, WhatsAppGateway } from '../gateway.ts';
import { isGroup } from '../people.ts';
import type { Waha } from './waha-client.ts';
import { groupsIn, maxGroups } from './waha-groups.ts';
import { withoutValue, unexpectedReply } from './waha-lines.ts';
import { messageIdIn } from './waha-message-id.ts';

type Deps = Pick<AdapterDeps, 'now'> & { waha: Waha };

type Chats = Pick<WhatsAppGateway, 'listGroups' | 'profilePicture' | 'sendText' | 'react' | 'newMessageId'>;

/** https://waha.devlike.pro/docs/how-to/send-messages/ */
export const wahaChats = (deps: Deps): Chats => ({
  listGroups: (ref, limit) => listGroups(deps, ref, limit?.timeoutMs ?? usualMs),
  profilePicture: (ref, phone, limit) => profilePicture(deps, ref, phone, limit?.timeoutMs ?? 9_000),
  sendText: (...given) => sendText(deps, ...given),
  async react({ lineName }, messageId, reaction, limit) {
    if (!isLineName(lineName)) return gatewayFailure('rejected');
    const body = { session: lineName, messageId, reaction };
    return withoutValue(
      await deps.waha({ method: 'PUT', path: '/api/reaction', body, timeoutMs: limit?.timeoutMs ?? usualMs }),
    );
  },
  // The format of WhatsApp's web client.
  newMessageId(about) {
    const bytes = about === undefined ? randomBytes(9) : createHash('sha256').update(about).digest().subarray(0, 9);
    return `3EB0${bytes.toString('hex').toUpperCase()}`;
  },
});

const listPath = ({ lineName }: LineRef): string =>
  `/api/${lineName}/groups?exclude=participants&sortBy=subject&sortOrder=asc&limit=${maxGroups}&offset=0`;

/** WAHA's store is empty right after linking. In that case, this refreshes it from WhatsApp once. */
async function listGroups({ waha, now }: Deps, ref: LineRef, timeoutMs: number) {
  if (!isLineName(ref.lineName)) return gatewayFailure('rejected');
  const deadline = deadlineIn(now, timeoutMs);
  const list = async () => {
    const answer = await waha({ method: 'GET', path: listPath(ref), timeoutMs: deadline.left() });
    if (answer.outcome === 'failed') return answer;
    const found = groupsIn(answer.body);
    return found ? { outcome: 'ok' as const, ...found } : unexpectedReply();
  };
  const stored = await list();
  if (stored.outcome === 'failed' || stored.groups.length + stored.unlisted.length > 0) return stored;
  const path = `/api/${ref.lineName}/groups/refresh`;
  const refreshed = await waha({ method: 'POST', path, body: {}, timeoutMs: deadline.left() });
  return refreshed.outcome === 'ok' ? list() : stored;
}

const picture = z.object({ profilePictureURL: pictureUrl });

async function profilePicture({ waha }: Deps, { lineName }: LineRef, phone: string, timeoutMs: number) {
  if (!isLineName(lineName) || !isPhone(phone)) return null;
  const path = `/api/contacts/profile-picture?session=${lineName}&contactId=${phone}`;
  const answer = await waha({ method: 'GET', path, timeoutMs });
  return (answer.outcome === 'ok' && picture.safeParse(answer.body).data?.profilePictureURL) || null;
}

const sentShape = z.object({ id: identifier.check(z.minLength(1)) });

async function sendText(
  { waha }: Deps,
  ...[{ lineName: session }, chatId, text, options = {}]: Parameters<WhatsAppGateway['sendText']>
): ReturnType<WhatsAppGateway['sendText']> {
  // WAHA would send blank text.
  if (!isLineName(session) || !isGroup(chatId) || text.trim() === '') return gatewayFailure('rejected');
  const { replyTo, messageId, timeoutMs = usualMs } = options;
  const body = {
    session,
    chatId,
    text,
    linkPreview: false,
    ...(replyTo !== undefined && { reply_to: replyTo }),
    ...(messageId !== undefined && { id: messageId }),
  };
  const answer = await waha({ method: 'POST', path: '/api/sendText', body, timeoutMs, once: true });
  if (answer.outcome === 'failed') return answer;
  const { data } = sentShape.safeParse(answer.body);
  // The message was sent; a retry would send it twice.
  if (!data) return gatewayFailure('unreachable');
  return { outcome: 'ok', sent: { messageId: messageIdIn(data.id) ?? data.id, replyHandle: data.id } };
}
