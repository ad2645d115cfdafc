import type { LineWebhook } from '../gateway.ts';

// Not `message` as well: for other people's messages both would come. Edits and deletions are events of their own, and
// without them an edited command never fires twice.
const events = [
  'session.status',
  'message.any',
  'group.v2.join',
  'group.v2.leave',
  'group.v2.update',
  'group.v2.participants',
];

/** 2, 4, 8 ... s: the last try comes 8.5 minutes after the first, well before a delivery counts as stale. */
const retries = { policy: 'exponential', delaySeconds: 2, attempts: 8 };

/**
 * The whole configuration of a line: where its events go, signed with the line's key, and nothing kept at the gateway but
 * what the list of groups needs. https://waha.devlike.pro/docs/how-to/sessions/
 */
export const lineConfig = ({ url, secret, metadata }: LineWebhook) => ({
  metadata,
  ignore: { status: true, channels: true, broadcast: true },
  gows: { storage: { messages: false, chats: false, labels: false, groups: true } },
  webhooks: [{ url, events, hmac: { key: secret }, retries }],
});
