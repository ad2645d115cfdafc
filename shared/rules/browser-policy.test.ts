import { expect, test } from 'vitest';

import { contentSecurityPolicy } from './browser-policy.ts';

const directives = (policy: string) =>
  Object.fromEntries(policy.split('; ').map((one) => [one.split(' ')[0] ?? '', one.split(' ').slice(1)]));

test('allows scripts only from our own origin and forbids framing', { tags: 'threat-clickjacking' }, () => {
  expect(directives(contentSecurityPolicy())).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'frame-ancestors': ["'none'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
  });
});

test('allows inline styles but no inline scripts and no eval', () => {
  const loose = Object.entries(directives(contentSecurityPolicy('https://chat.example.com/widget.js'))).filter(
    ([, sources]) => sources.some((source) => source.includes('unsafe')),
  );
  expect(loose).toEqual([['style-src', ["'self'", "'unsafe-inline'"]]]);
});

test('enforces Trusted Types unless a support widget is configured', { tags: 'threat-xss' }, () => {
  const trustedTypes = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['recado-worker'] };
  expect(directives(contentSecurityPolicy())).toMatchObject(trustedTypes);
  const withWidget = Object.keys(directives(contentSecurityPolicy('https://chat.example.com/widget.js')));
  expect(withWidget.filter((name) => name in trustedTypes)).toEqual([]);
});

test('adds the host of a support widget, without its path, and nothing else', () => {
  const without = directives(contentSecurityPolicy());
  const added = Object.entries(directives(contentSecurityPolicy('https://chat.example.com/widget.js?x=1'))).flatMap(
    ([name, sources]) => {
      const more = sources.filter((source) => !without[name]?.includes(source));
      return more.length > 0 ? [[name, more]] : [];
    },
  );
  expect(added).toEqual([
    ['script-src', ['https://chat.example.com']],
    ['img-src', ['https://chat.example.com']],
    ['connect-src', ['https://chat.example.com', 'wss://chat.example.com']],
    ['frame-src', ['https://chat.example.com']],
  ]);
});

test('rejects a widget address that contains another directive', () => {
  expect(contentSecurityPolicy('https://chat.example.com;script-src *')).toBe(
    contentSecurityPolicy('https://chat.example.com'),
  );
});

test.each(['', 'no address', 'javascript:alert(1)', "'unsafe-eval'"])(
  'ignores the invalid widget address %j',
  (address) => expect(contentSecurityPolicy(address)).toBe(contentSecurityPolicy()),
);
