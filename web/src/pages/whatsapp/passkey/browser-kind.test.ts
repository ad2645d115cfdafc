// @vitest-environment node
import { expect, test } from 'vitest';

import { userAgents } from '#web/testing/an-extension.ts';

import { browserKind } from './browser-kind.ts';

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit';

test.each([
  ['chromium', userAgents.chromium, 0],
  ['chromium', `${mac}/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`, 0],
  ['chromium', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 HeadlessChrome/150.0.0.0 Safari', 10],
  ['firefox', userAgents.firefox, 0],
  ['firefox', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0', 0],
  ['phone', userAgents.phone, 5],
  ['phone', 'Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 5],
  ['phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/150.0 Mobile Safari', 5],
  ['phone', `${mac}/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15`, 5],
  ['other', userAgents.other, 0],
  ['other', '', 0],
] as const)('detects %s from %j with %i touch points', (kind, userAgent, maxTouchPoints) => {
  expect(browserKind({ userAgent, maxTouchPoints })).toBe(kind);
});
