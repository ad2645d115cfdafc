import type { BrowserContext } from '@playwright/test';
import * as z from 'zod/mini';

import { confirmIn, whatsAppWebTab } from './whatsapp-web.ts';

const asked = z.object({ type: z.string(), challenge: z.optional(z.unknown()) });
type Asked = z.output<typeof asked>;

type Kind =
  /** The page gets `chrome.runtime`. */
  | 'chromium'
  /** A content script in the page receives its messages. */
  | 'firefox';

/**
 * Replaces WAHA's published extension, which the headless browser of these tests cannot load. Uses the same messages
 * and a WhatsApp tab in which the user confirms. Returns the received messages.
 */
export async function standInExtension(context: BrowserContext, kind: Kind = 'chromium', answer = sign) {
  const heard: Asked[] = [];
  await context.exposeBinding('askStandIn', async (_, message: unknown) => {
    const one = z.parse(asked, message);
    heard.push(one);
    return one.type === 'waha-passkey-sign' ? answer(context, one.challenge) : undefined;
  });
  await context.addInitScript(kind === 'chromium' ? giveRuntime : hearWindow, pong);
  return heard;
}

/** Signs as the published extension does: after a click in a tab that then closes. */
async function sign(context: BrowserContext, challenge: unknown): Promise<object> {
  const { page } = await whatsAppWebTab(context);
  const signed = page.evaluate(
    (request) =>
      new Promise<object>((resolve) => {
        const button = document.createElement('button');
        button.textContent = 'Confirm connection';
        button.addEventListener('click', () => {
          const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(Object(request));
          navigator.credentials.get({ publicKey }).then(
            (credential) => resolve({ ok: true, assertion: JSON.parse(JSON.stringify(credential)) }),
            (error: unknown) => resolve({ ok: false, error: String(error) }),
          );
        });
        document.body.append(button);
      }),
    challenge,
  );
  await confirmIn(page).click();
  const reply = await signed;
  await page.close();
  return reply;
}

const pong = { ok: true, version: '1.0.0' };

/**
 * Both functions run in the page before any other script, so they cannot import anything. A ping must be answered
 * within 300 ms.
 */
function giveRuntime(given: typeof pong): void {
  const ask = (message: unknown): Promise<unknown> => Reflect.get(window, 'askStandIn')(message);
  const runtime = {
    sendMessage(id: string, message: { type: string }, onReply: (reply?: unknown) => void) {
      if (id !== 'ghpdcgnjffaaekflfpcgkgpbafmjldcp') return onReply();
      const reply = ask(message);
      if (message.type === 'waha-passkey-ping') onReply(given);
      else void reply.then(onReply);
    },
  };
  Reflect.set(window, 'chrome', { runtime });
}

function hearWindow(given: typeof pong): void {
  const ask = (message: unknown): Promise<object> => Reflect.get(window, 'askStandIn')(message);
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const { source: from, requestId, ...message } = Object(data);
    if (source !== window || from !== 'waha-passkey-page') return;
    const say = (reply: object) =>
      window.postMessage({ source: 'waha-passkey-extension', requestId, ...reply }, window.location.origin);
    const reply = ask(message);
    if (message.type === 'waha-passkey-ping') say(given);
    else void reply.then(say);
  });
}
