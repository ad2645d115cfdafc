import { expect, test } from 'vitest';

import { appUrl } from '#test/support/worlds/a-platform.ts';
import { aSignIn } from '#test/support/worlds/a-sign-in.ts';

const purposes: Record<string, string>[] = [
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
  { 'x-purpose': 'preview' },
  { 'x-moz': 'prefetch' },
  { 'service-worker-navigation-preload': 'true' },
];

test.each(purposes)('does not use up a callback when it is prefetched with %o', async (headers) => {
  const { browser, records, heard } = await aSignIn();
  const ana = browser();
  const amazon = await ana.go('GET /api/auth/amazon');
  const back = { code: 'a-code', state: amazon.searchParams.get('state') ?? '' };
  const callback = 'GET /api/auth/amazon/callback';
  const [states, cookies] = [new Map(records.states), new Map(ana.jar)];
  const ahead = await ana.call(callback, back, headers);
  expect(ahead).toMatchObject({ statusCode: 204, headers: { 'cache-control': 'no-store' } });
  expect([records.states, ana.jar, heard]).toEqual([states, cookies, []]);
  expect((await ana.go(callback, back)).href).toBe(`${appUrl}/dashboard`);
});

test.each([
  ['GET /api/auth/google/callback', { code: 'a-code', state: 'a-state' }],
  ['GET /api/auth/google', {}],
  ['GET /api/auth/amazon', {}],
  ['GET /api/auth/amazon', { workspace: '7', move: 'a-page-token' }],
] as const)('has no effect when %s with %j is prefetched', async (route, query) => {
  const { browser, records, heard } = await aSignIn();
  const ana = browser();
  const { statusCode } = await ana.call(route, query, { 'sec-purpose': 'prefetch;prerender' });
  expect([statusCode, records.states.size, ana.jar.size, heard]).toEqual([204, 0, 0, []]);
});

test.each(['without a cookie', 'with a cookie of another attempt'])(
  "completes a sign-in in the user's browser when a link scanner opens the callback %s",
  async (how) => {
    const { browser, heard } = await aSignIn();
    const [ana, scanner] = [browser(), browser()];
    const amazon = await ana.go('GET /api/auth/amazon');
    const back = { code: 'a-code', state: amazon.searchParams.get('state') ?? '' };
    for (const name of how === 'without a cookie' ? [] : ana.jar.keys()) scanner.jar.set(name, 'another');
    const scanned = await scanner.go('GET /api/auth/amazon/callback', back);
    expect([scanned.href, heard]).toEqual([`${appUrl}/login?error=auth.stateInvalid`, []]);
    expect((await ana.go('GET /api/auth/amazon/callback', back)).href).toBe(`${appUrl}/dashboard`);
  },
);
