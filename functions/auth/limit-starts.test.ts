import { expect, test } from 'vitest';

import { aSignIn, type Browser } from '#test/support/worlds/a-sign-in.ts';

const cdn = 'only the cdn knows';
const starts = ['GET /api/auth/amazon', 'GET /api/auth/google'];

/** A sign-in behind a CDN with a limit of three starts per minute. */
async function behindTheCdn() {
  const world = await aSignIn();
  world.platform.originSecret = async () => ({ value: cdn });
  const start = (browser: Browser, address: string | undefined, query: Record<string, string> = {}, at = starts[0]) =>
    browser.call(at ?? '', query, {
      'x-origin-secret': cdn,
      ...(address !== undefined && { 'x-viewer-address': address }),
    });
  const startThree = async (address: string | undefined) => {
    for (let each = 0; each < 3; each += 1) expect((await start(world.browser(), address)).statusCode).toBe(302);
  };
  return { ...world, start, startThree };
}

test(
  'rejects an address with too many sign-ins in a minute and returns the time to wait',
  { tags: 'threat-flood' },
  async () => {
    const { start, startThree, browser, platform } = await behindTheCdn();
    await startThree('203.0.113.7');
    const refused = await start(browser(), '203.0.113.7');
    expect(refused.statusCode).toBe(429);
    expect(JSON.parse(refused.body ?? '')).toMatchObject({ errorKey: 'request.tooMany' });
    const seconds = Number(refused.headers?.['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    platform.clock.pass(seconds * 1000);
    expect((await start(browser(), '203.0.113.7')).statusCode).toBe(302);
  },
);

test('stores no attempt and sets no cookie when a sign-in is over the limit', async () => {
  const { start, startThree, browser, records } = await behindTheCdn();
  await startThree('203.0.113.7');
  expect((await start(browser(), '203.0.113.7')).cookies ?? []).toEqual([]);
  expect(records.states.size).toBe(3);
});

test.each(starts)('counts %s together with starts that link an account', async (at) => {
  const { start, browser } = await behindTheCdn();
  const one = browser();
  await start(one, '203.0.113.7', {}, at);
  await start(one, '203.0.113.7', { workspace: '7' });
  await start(one, '203.0.113.7', { workspace: '7' });
  expect((await start(one, '203.0.113.7', {}, at)).statusCode).toBe(429);
  expect((await start(one, '203.0.113.7', { workspace: '7' })).statusCode).toBe(429);
});

test('limits another address of the same /64 but not one of another /64', async () => {
  const { start, startThree, browser } = await behindTheCdn();
  await startThree('2001:db8:1:2::a');
  expect((await start(browser(), '2001:db8:1:3::a')).statusCode).toBe(302);
  expect((await start(browser(), '2001:db8:1:2::b')).statusCode).toBe(429);
});

test('limits requests without an address when there is a CDN', async () => {
  const { start, startThree, browser } = await behindTheCdn();
  await startThree(undefined);
  expect((await start(browser(), undefined)).statusCode).toBe(429);
});

test('does not count callbacks from a provider', async () => {
  const { startThree, browser } = await behindTheCdn();
  await startThree('203.0.113.7');
  const back = await browser().call(
    'GET /api/auth/amazon/callback',
    { state: 'made-up' },
    { 'x-origin-secret': cdn, 'x-viewer-address': '203.0.113.7' },
  );
  expect(back.statusCode).toBe(302);
});

test('ignores the address header and limits no sign-in without a CDN', async () => {
  const { browser } = await aSignIn();
  for (let each = 0; each < 10; each += 1) {
    const reply = await browser().call('GET /api/auth/google', {}, { 'x-viewer-address': '203.0.113.7' });
    expect(reply.statusCode).toBe(302);
  }
});

test('does not log the address of a limited start', async () => {
  const { start, startThree, browser, platform } = await behindTheCdn();
  await startThree('203.0.113.7');
  await start(browser(), '203.0.113.7');
  expect(platform.logged.join('')).toContain('request.tooMany');
  expect(platform.logged.join('')).not.toContain('203.0.113');
});
