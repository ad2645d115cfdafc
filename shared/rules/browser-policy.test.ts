import { expect, test } from 'vitest';

import { contentSecurityPolicy } from './browser-policy.ts';

test('scripts come from our own origin only, and nothing may frame the app', () => {
  const policy = contentSecurityPolicy();
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("script-src 'self' 'unsafe-inline'");
});

test('a support widget adds its origin, never its path', () => {
  expect(contentSecurityPolicy('https://chat.example.com/widget.js?x=1')).toContain(
    "script-src 'self' https://chat.example.com;",
  );
});
