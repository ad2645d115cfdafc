import type { LineWebhook } from '../gateway.ts';

// Without `message`, which repeats others' messages, and without edits, so that an edited command never fires twice.
const events = [
  'session.status',
  'message.any',
  'group.v2.join',
  'group.v2.leave',
  'group.v2.update',
  'group.v2.participants',
];

/** The last try comes after 8.5 minutes, before a delivery is stale. */
const retries = { policy: 'exponential', delaySeconds: 2, attempts: 8 };

/** The gateway stores only what the list of groups needs. https://waha.devlike.pro/docs/how-to/sessions/ */
export const lineConfig = ({ url, secret, metadata }: LineWebhook) => ({
  metadata,
  ignore: { status: true, channels: true, broadcast: true },
  gows: { storage: { messages: false, chats: false, labels: false, groups: true } },
  webhooks: [{ url, events, hmac: { key: secret }, retries }],
});
