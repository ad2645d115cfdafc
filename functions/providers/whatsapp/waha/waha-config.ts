import type { LineWebhook } from '../gateway.ts';

// Omits `message`, which repeats messages of others, and edits, because an edited command must not fire twice.
const events = [
  'session.status',
  'message.any',
  'group.v2.join',
  'group.v2.leave',
  'group.v2.update',
  'group.v2.participants',
];

/** The last retry comes after 2 + 4 + ... + 256 s = 8.5 minutes, before a delivery is stale. */
const retries = { policy: 'exponential', delaySeconds: 2, attempts: 8 };

/** The gateway stores only what the list of groups needs. https://waha.devlike.pro/docs/how-to/sessions/ */
export const lineConfig = ({ url, secret, metadata }: LineWebhook) => ({
  metadata,
  ignore: { status: true, channels: true, broadcast: true },
  gows: { storage: { messages: false, chats: false, labels: false, groups: true } },
  webhooks: [{ url, events, hmac: { key: secret }, retries }],
});
