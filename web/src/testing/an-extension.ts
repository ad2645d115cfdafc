import { vi } from 'vitest';

import type { ExtensionMessage } from '#web/pages/whatsapp/passkey/ask-extension.ts';

export const userAgents = {
  chromium: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  phone:
    'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
  other:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
} as const;

export const inBrowser = (kind: keyof typeof userAgents): void =>
  void vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgents[kind]);

/** Returns undefined to send no reply. */
type Replies = (message: ExtensionMessage) => unknown;

/** Fakes Chromium's messaging. Without `replies`, no extension is installed. */
export function anExtension(replies?: Replies) {
  const asked: { id: string; message: ExtensionMessage }[] = [];
  const sendMessage = (id: string, message: ExtensionMessage, onReply: (reply: unknown) => void) => {
    asked.push({ id, message });
    const reply = replies?.(message);
    if (reply !== undefined) onReply(reply);
  };
  vi.stubGlobal('chrome', replies ? { runtime: { sendMessage } } : {});
  return { asked, signed: () => asked.filter(({ message }) => message.type === 'waha-passkey-sign') };
}

/** Replies to a ping at once, and to a sign request with `answer`. */
export const signing =
  (answer: unknown): Replies =>
  ({ type }) =>
    type === 'waha-passkey-ping' ? { ok: true, version: '1.0' } : answer;
