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

/** Whether it is settled after so many milliseconds. */
async function after<T>(ms: number, promise: Promise<T>): Promise<T | 'waits'> {
  await vi.advanceTimersByTimeAsync(ms);
  return Promise.race([promise, Promise.resolve('waits' as const)]);
}

describe('in Chromium', () => {
  beforeEach(() => inBrowser('chromium'));

  test('the extension of the stage is asked, and is there when it answers', async () => {
    const { asked } = anExtension(signing({}));
    const storePage = `https://chromewebstore.google.com/detail/${own}`;
    expect(await findExtension()).toEqual({ browser: 'chromium', id: own, found: true, storePage });
    expect(asked).toEqual([{ id: own, message: { type: 'waha-passkey-ping' } }]);
  });

  test.each([
    ['a browser without any', undefined],
    ['an extension that answers something else', () => ({ ok: 'yes' })],
    ['an extension that says no', () => ({ ok: false, error: 'no' })],
  ])('%s is none, at once', async (_, replies) => {
    anExtension(replies);
    expect(await findExtension()).toMatchObject({ found: false });
  });

  test('a page without extensions is none', async () => {
    vi.stubGlobal('chrome', undefined);
    expect(await findExtension()).toMatchObject({ found: false });
  });

  test('another extension that gives the page a way to send is none', async () => {
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

  test('one that says nothing is waited for for 300 ms', async () => {
    anExtension(() => undefined);
    const found = findExtension();
    expect(await after(pingLimit - 1, found)).toBe('waits');
    expect(await after(1, found)).toMatchObject({ found: false });
    expect(pingLimit).toBe(300);
  });

  test('the request is signed as it came, and the answer is taken as it is', async () => {
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
  ])('the answer %j is %s', async (answer, outcome) => {
    anExtension(signing(answer));
    expect(await signWithExtension(chromium, challenge)).toMatchObject({ outcome });
  });

  test('a long reason is cut', async () => {
    anExtension(signing({ ok: false, error: 'x'.repeat(1_000) }));
    expect(await signWithExtension(chromium, challenge)).toEqual({ outcome: 'refused', why: 'x'.repeat(200) });
  });

  test('signing waits two minutes for the person', async () => {
    anExtension(signing(undefined));
    const signed = signWithExtension(chromium, challenge);
    expect(await after(signLimit - 1, signed)).toBe('waits');
    expect(await after(1, signed)).toEqual({ outcome: 'silent' });
    expect(signLimit).toBe(120_000);
  });
});

describe('in Firefox', () => {
  beforeEach(() => inBrowser('firefox'));

  type Post = { source?: string; requestId?: string; type?: string; challenge?: unknown };

  /** Like the extension's script in the page; jsdom names no source by itself. */
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

  test('the extension is asked by a message in the window, and is there when it answers', async () => {
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
    ['belongs to another question', () => from({ requestId: 'another' }, { ok: true })],
    ['comes from somebody else', (post: Post) => ({ data: { ...from(post, { ok: true }).data, source: 'other' } })],
    ['is the question itself', (post: Post) => ({ data: post })],
    ['is a text', () => ({ data: 'waha-passkey-extension' })],
    ['is nothing', () => ({ data: null })],
  ])('an answer that %s is none', async (_, answer) => {
    aPageScript(answer);
    const found = findExtension();
    expect(await after(pingLimit - 1, found)).toBe('waits');
    expect(await after(1, found)).toMatchObject({ found: false });
  });

  test('the request is signed, or the reason is given', async () => {
    const posts = aPageScript((post) => from(post, { ok: true, assertion }));
    expect(await signWithExtension(firefox, challenge)).toEqual({ outcome: 'signed', assertion });
    expect(posts).toMatchObject([{ type: 'waha-passkey-sign', challenge }]);
    aPageScript((post) => from(post, { ok: false, error: 'cancelled' }));
    expect(await signWithExtension(firefox, challenge)).toEqual({ outcome: 'refused', why: 'cancelled' });
  });
});

test.each(['phone', 'other'] as const)('in a browser of kind %s nothing is asked', async (kind) => {
  inBrowser(kind);
  const { asked } = anExtension(signing({}));
  const post = vi.spyOn(window, 'postMessage');
  expect(await findExtension()).toEqual({ browser: kind, found: false });
  expect(asked).toEqual([]);
  expect(post).not.toHaveBeenCalled();
});
