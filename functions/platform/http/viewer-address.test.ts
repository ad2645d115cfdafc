import { expect, test } from 'vitest';

import { networkOf, viewerPlace } from './viewer-address.ts';

const cdn = { originSecret: async () => ({ value: 'only the cdn knows' }) };
const noCdn = { originSecret: async () => undefined };
const from = (address: string) => ({ headers: { 'x-viewer-address': address } });

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['1:0:2:3:4:5:192.0.2.1', '1:0:2:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.7, 198.51.100.1', ''],
  ['nowhere', ''],
  ['', ''],
])('returns for %j the network %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('returns the same hash within a household, another one for neighbours, and never the address', async () => {
  const [phone, laptop, neighbour] = await Promise.all(
    ['2001:db8:1:2::a', '2001:db8:1:2::b', '2001:db8:1:3::a'].map((address) => viewerPlace(cdn, from(address))),
  );
  expect(phone).toBe(laptop);
  expect(phone).not.toBe(neighbour);
  expect(phone).toMatch(/^[\w-]{43}$/);
});

test('counts all requests without an address as one place behind the CDN', async () => {
  expect(await viewerPlace(cdn, { headers: {} })).toBe(await viewerPlace(cdn, from('nowhere')));
  expect(await viewerPlace(cdn, { headers: {} })).toBeDefined();
});

test('ignores addresses in headers without a CDN', async () => {
  expect(await viewerPlace(noCdn, from('203.0.113.7'))).toBeUndefined();
});
