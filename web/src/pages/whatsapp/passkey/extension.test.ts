import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { aChallenge, anAssertion } from '#web/testing/a-passkey.ts';
import { aServer } from '#web/testing/a-server.ts';
import { anExtension, inBrowser, signing } from '#web/testing/an-extension.ts';

import { findExtension, pingLimit, signLimit, signWithExtension } from './extension.ts';

const own = 'abcdefghijklmnopabcdefghijklmnop';
const challenge = aChallenge();
const assertion = anAssertion();
const chromium = { browser: 'chromium', found: true, id: own } as const;
const firefox = { browser: 'firefox', found: true } as const;

beforeEach(() => {
  vi.useFakeTimers();
  aServer({ 'GET /config.json': { json: { webhookUrl: 'https://hooks.example', passkeyExtensionId: own } } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Returns the result if the promise settles within `ms`, otherwise 'waits'. */
async function after<T>(ms: number, promise: Promise<T>): Promise<T | 'waits'> {
  await vi.advanceTimersByTimeAsync(ms);
  return Promise.race([promise, Promise.resolve('waits' as const)]);
}

describe('passkey extension in Chromium', () => {
  beforeEach(() => inBrowser('chromium'));

  test('finds the stage’s extension when it replies to a ping', async () => {
    const { asked } = anExtension(signing({}));
    const storePage = `https://chromewebstore.google.com/detail/${own}`;
    expect(await findExtension()).toEqual({ browser: 'chromium', id: own, found: true, storePage });
    expect(asked).toEqual([{ id: own, message: { type: 'waha-passkey-ping' } }]);
  });

  test.each([
    ['a browser without an extension', undefined],
    ['an extension with an unexpected reply', () => ({ ok: 'yes' })],
    ['an extension that refuses', () => ({ ok: false, error: 'no' })],
  ])('finds no extension, without waiting, for %s', async (_, replies) => {
    anExtension(replies);
    expect(await findExtension()).toMatchObject({ found: false });
  });

  test('finds no extension on a page without an extension API', async () => {
    vi.stubGlobal('chrome', undefined);
    expect(await findExtension()).toMatchObject({ found: false });
  });

  test('ignores another extension that accepts messages from the page', async () => {
    const runtime = {
      lastError: undefined as unknown,
      sendMessage(_id: string, _message: unknown, onReply: (reply?: unknown) => void) {
        runtime.lastError = { message: 'Could not establish connection.' };
        onReply();
      },
    };
    vi.stubGlobal('chrome', { runtime });
    expect(await findExtension()).toMatchObject({ found: false });
    const refusing = () => {
      throw new Error('Invalid extension id');
    };
    vi.stubGlobal('chrome', { runtime: { sendMessage: refusing } });
    expect(await findExtension()).toMatchObject({ found: false });
  });

  test('waits 300 ms for an extension that does not reply', async () => {
    anExtension(() => undefined);
    const found = findExtension();
    expect(await after(pingLimit - 1, found)).toBe('waits');
    expect(await after(1, found)).toMatchObject({ found: false });
    expect(pingLimit).toBe(300);
  });

  test('passes on the challenge and the signed response unchanged', async () => {
    const { asked } = anExtension(signing({ ok: true, assertion }));
    expect(await signWithExtension(chromium, challenge)).toEqual({ outcome: 'signed', assertion });
    expect(asked).toEqual([{ id: own, message: { type: 'waha-passkey-sign', challenge } }]);
  });

  test.each([
    [{ ok: false, error: 'The operation was not allowed.' }, 'refused'],
    [{ ok: false, error: '' }, 'unreadable'],
    [{ ok: false }, 'unreadable'],
    [{ ok: true }, 'unreadable'],
    [{ ok: true, assertion: { id: 'x' } }, 'unreadable'],
    [{ ok: true, assertion: JSON.stringify(assertion) }, 'unreadable'],
    ['signed', 'unreadable'],
    [null, 'unreadable'],
    [{ ok: true, assertion: anAssertion('b3RoZXI') }, 'otherRequest'],
  ])('treats the reply %j as %s', async (answer, outcome) => {
    anExtension(signing(answer));
    expect(await signWithExtension(chromium, challenge)).toMatchObject({ outcome });
  });

  test('shortens a long reason', async () => {
    anExtension(signing({ ok: false, error: 'x'.repeat(1_000) }));
    expect(await signWithExtension(chromium, challenge)).toEqual({ outcome: 'refused', why: 'x'.repeat(200) });
  });

  test('waits two minutes for the user to sign', async () => {
    anExtension(signing(undefined));
    const signed = signWithExtension(chromium, challenge);
    expect(await after(signLimit - 1, signed)).toBe('waits');
    expect(await after(1, signed)).toEqual({ outcome: 'silent' });
    expect(signLimit).toBe(120_000);
  });
});

describe('passkey extension in Firefox', () => {
  beforeEach(() => inBrowser('firefox'));

  type Post = { source?: string; requestId?: string; type?: string; challenge?: unknown };

  /** Imitates the extension's content script. Sets `source`, which jsdom leaves empty. */
  function aPageScript(answer: (post: Post) => { data: unknown; source?: Window | null } | undefined) {
    const posts: Post[] = [];
    vi.spyOn(window, 'postMessage').mockImplementation((post: Post) => {
      posts.push(post);
      const given = answer(post);
      if (given) window.dispatchEvent(new MessageEvent('message', { source: window, ...given }));
    });
    return posts;
  }
  const from = (post: Post, more: object) => ({
    data: { source: 'waha-passkey-extension', requestId: post.requestId, ...more },
  });

  test('finds the extension when it replies to a message in the window', async () => {
    vi.stubGlobal('chrome', {});
    const posts = aPageScript((post) => from(post, { ok: true, version: '1.0' }));
    expect(await findExtension()).toEqual({
      browser: 'firefox',
      found: true,
      storePage: 'https://addons.mozilla.org/firefox/addon/whatsapp-browser-extension/',
    });
    expect(posts).toMatchObject([{ source: 'waha-passkey-page', type: 'waha-passkey-ping' }]);
    expect(window.postMessage).toHaveBeenCalledWith(expect.anything(), window.location.origin);
  });

  test.each([
    ['comes from another window', (post: Post) => ({ ...from(post, { ok: true }), source: null })],
    ['belongs to another request', () => from({ requestId: 'another' }, { ok: true })],
    ['comes from another sender', (post: Post) => ({ data: { ...from(post, { ok: true }).data, source: 'other' } })],
    ['is the request itself', (post: Post) => ({ data: post })],
    ['is a text', () => ({ data: 'waha-passkey-extension' })],
    ['is nothing', () => ({ data: null })],
  ])('ignores a reply that %s', { tags: 'threat-fake-passkey' }, async (_, answer) => {
    aPageScript(answer);
    const found = findExtension();
    expect(await after(pingLimit - 1, found)).toBe('waits');
    expect(await after(1, found)).toMatchObject({ found: false });
  });

  test('returns the signed response or the reason of a refusal', async () => {
    const posts = aPageScript((post) => from(post, { ok: true, assertion }));
    expect(await signWithExtension(firefox, challenge)).toEqual({ outcome: 'signed', assertion });
    expect(posts).toMatchObject([{ type: 'waha-passkey-sign', challenge }]);
    aPageScript((post) => from(post, { ok: false, error: 'cancelled' }));
    expect(await signWithExtension(firefox, challenge)).toEqual({ outcome: 'refused', why: 'cancelled' });
  });
});

test.each(['phone', 'other'] as const)('sends no message in a browser of kind %s', async (kind) => {
  inBrowser(kind);
  const { asked } = anExtension(signing({}));
  const post = vi.spyOn(window, 'postMessage');
  expect(await findExtension()).toEqual({ browser: kind, found: false });
  expect(asked).toEqual([]);
  expect(post).not.toHaveBeenCalled();
});
