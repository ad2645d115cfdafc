import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { aChallenge, anAssertion } from '#web/testing/a-passkey.ts';
import { aServer, late } from '#web/testing/a-server.ts';
import { anExtension, inBrowser, signing } from '#web/testing/an-extension.ts';

import { configLimit, type Extension, findExtension, signWithExtension } from './extension.ts';

const own = 'abcdefghijklmnopabcdefghijklmnop';
const published = 'ghpdcgnjffaaekflfpcgkgpbafmjldcp';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// A single test, because the app loads its configuration only once.
test('waits two seconds for the configuration and uses the published extension until it arrives', async () => {
  inBrowser('chromium');
  const config = late();
  aServer({ 'GET /config.json': config.route });
  const assertion = anAssertion();
  const { asked } = anExtension(signing({ ok: true, assertion }));

  let found: Extension | undefined;
  const looking = findExtension().then((extension) => {
    found = extension;
    return extension;
  });
  await vi.advanceTimersByTimeAsync(configLimit - 1);
  expect([found, asked]).toEqual([undefined, []]);
  await vi.advanceTimersByTimeAsync(1);
  const first = await looking;
  const storePage = `https://chromewebstore.google.com/detail/${published}`;
  expect(first).toEqual({ browser: 'chromium', id: published, storePage, found: true });
  expect(configLimit).toBe(2_000);

  config.give({ json: { webhookUrl: 'https://hooks.example', passkeyExtensionId: own } });
  const again = await findExtension();
  expect(again).toMatchObject({ id: own });
  expect(await signWithExtension(first, aChallenge())).toEqual({ outcome: 'signed', assertion });
  expect(asked.map(({ id, message }) => [id, message.type])).toEqual([
    [published, 'waha-passkey-ping'],
    [own, 'waha-passkey-ping'],
    [published, 'waha-passkey-sign'],
  ]);
});
