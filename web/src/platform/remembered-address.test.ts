import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { rememberAddress, takeAddress } from './remembered-address.ts';

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('returns an address with its workspace once', () => {
  rememberAddress('checkout', '/triggers?check=gate', 7);
  rememberAddress('signIn', '/whatsapp');
  expect([takeAddress('checkout'), takeAddress('checkout')]).toEqual([
    { path: '/triggers?check=gate', workspaceId: 7 },
    undefined,
  ]);
  expect(takeAddress('signIn')?.path).toBe('/whatsapp');
});

test('stores the current address by default', () => {
  window.history.replaceState(null, '', '/triggers?runs=gate');
  rememberAddress('checkout');
  expect(takeAddress('checkout')?.path).toBe('/triggers?runs=gate');
});

test.each([
  [29, '/whatsapp'],
  [31, undefined],
])('returns an address of %i minutes ago: %s', (minutes, path) => {
  vi.useFakeTimers();
  rememberAddress('checkout', '/whatsapp', 7);
  vi.setSystemTime(Date.now() + minutes * 60_000);
  expect(takeAddress('checkout')?.path).toBe(path);
});

test.each(['//elsewhere.example', 'https://elsewhere.example', ''])('rejects "%s", which is not our path', (path) => {
  rememberAddress('signIn', path);
  expect(takeAddress('signIn')).toBeUndefined();
});

test('rejects a value that it did not store', () => {
  rememberAddress('signIn', '/whatsapp');
  const [key = ''] = Object.keys(sessionStorage);
  sessionStorage.setItem(key, '/whatsapp');
  expect(takeAddress('signIn')).toBeUndefined();
});

test('returns nothing without storage', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  for (const method of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(refuse);
  rememberAddress('checkout', '/whatsapp', 7);
  expect(takeAddress('checkout')).toBeUndefined();
});
