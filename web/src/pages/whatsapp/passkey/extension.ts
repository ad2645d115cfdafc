import * as z from 'zod/mini';

import type { PasskeyChallenge } from '#shared/contracts/passkey.ts';
import { loadConfig } from '#web/api/load-config.ts';

import { askExtension, byRuntime, byWindow, type ExtensionMessage } from './ask-extension.ts';
import { browserKind, type BrowserKind } from './browser-kind.ts';
import { readAssertion, type ReadAnswer } from './read-answer.ts';

export type Extension = {
  browser: BrowserKind;
  found: boolean;
  /** The page to install it from, for browsers that it supports. */
  storePage?: string;
  /** The extension's id, which Chromium needs to send messages. */
  id?: string;
};

export type Signed =
  | ReadAnswer
  /** No reply in time. */
  | { outcome: 'silent' }
  | {
      outcome: 'refused';
      /** The message of the extension or the browser. */
      why: string;
    };

const publishedId = 'ghpdcgnjffaaekflfpcgkgpbafmjldcp';
const firefoxPage = 'https://addons.mozilla.org/firefox/addon/whatsapp-browser-extension/';

/** In milliseconds. Signing waits for the user. */
export const configLimit = 2_000;
export const pingLimit = 300;
export const signLimit = 120_000;

const pong = z.looseObject({ ok: z.literal(true) });
const signed = z.looseObject({ ok: z.literal(true), assertion: z.unknown() });
const refusal = z.looseObject({ ok: z.literal(false), error: z.string().check(z.minLength(1)) });

/** Never rejects. */
export async function findExtension(): Promise<Extension> {
  const browser = browserKind(navigator);
  if (browser === 'phone' || browser === 'other') return { browser, found: false };
  const here =
    browser === 'firefox' ? { browser, storePage: firefoxPage } : { browser, ...inChromeStore(await extensionId()) };
  return { ...here, found: pong.safeParse(await ask(here, { type: 'waha-passkey-ping' }, pingLimit)).success };
}

/** The extension opens a WhatsApp tab in which the user confirms. Never rejects. */
export async function signWithExtension(extension: Extension, challenge: PasskeyChallenge): Promise<Signed> {
  const reply = await ask(extension, { type: 'waha-passkey-sign', challenge }, signLimit);
  if (reply === undefined) return { outcome: 'silent' };
  const refused = refusal.safeParse(reply);
  if (refused.success) return { outcome: 'refused', why: refused.data.error.slice(0, 200) };
  return readAssertion(signed.safeParse(reply).data?.assertion, challenge);
}

const ask = ({ id }: Omit<Extension, 'found'>, message: ExtensionMessage, ms: number): Promise<unknown> =>
  askExtension(id === undefined ? byWindow : byRuntime(id), message, ms);

const inChromeStore = (id: string) => ({ id, storePage: `https://chromewebstore.google.com/detail/${id}` });

/**
 * The published extension, unless the configuration arrives in time and names another. A later search uses that one.
 */
async function extensionId(): Promise<string> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, configLimit);
  const config = await Promise.race([loadConfig().catch(() => undefined), late]);
  clearTimeout(timer);
  return config?.passkeyExtensionId ?? publishedId;
}
