import { expect, test } from 'vitest';

import { isGroup, lidOf, personId, phoneOf, senderOf } from './people.ts';

test.each([
  ['5511900000099@s.whatsapp.net', '5511900000099@s.whatsapp.net'],
  ['5511900000099@c.us', '5511900000099@s.whatsapp.net'],
  ['5511900000099@C.US', '5511900000099@s.whatsapp.net'],
  ['5511900000099:99@s.whatsapp.net', '5511900000099@s.whatsapp.net'],
  ['5511900000099.0:99@s.whatsapp.net', '5511900000099@s.whatsapp.net'],
  ['5511900000099_1:99@s.whatsapp.net', '5511900000099@s.whatsapp.net'],
  ['5511900000099_1@s.whatsapp.net', '5511900000099@s.whatsapp.net'],
  ['5511900000099:99@hosted', '5511900000099@s.whatsapp.net'],
  ['123456789012345@lid', '123456789012345@lid'],
  ['123456789012345_1:99@lid', '123456789012345@lid'],
  ['123456789012345:99@hosted.lid', '123456789012345@lid'],
])('normalises the address %s to %s', (written, id) => {
  expect(personId(written)).toBe(id);
  expect(senderOf([written], undefined)).toEqual({ id, ...(phoneOf(id) && { phone: phoneOf(id) }) });
});

test.each([
  ['123456789012345:99@lid2', '123456789012345@lid2', 'lid2'],
  ['123456789012345:99@hosted-v2.lid', '123456789012345@hosted-v2.lid', 'hosted-v2.lid'],
  ['123456789012345@Next_Year', '123456789012345@next_year', 'next_year'],
  ['12-700999888777:3@interop', '12-700999888777@interop', 'interop'],
  ['867051314767696@bot', '867051314767696@bot', 'bot'],
  ['ana.silva@s.whatsapp.net', 'ana.silva@s.whatsapp.net', 's.whatsapp.net'],
  ['ana+casa@lid', 'ana+casa@lid', 'lid'],
  ['123456789012345', '123456789012345@none', 'none'],
])('for the unknown kind of address %s, returns the id %s and reports the host %s', (written, id, unknownHost) => {
  expect([personId(written), phoneOf(written), lidOf(written)]).toEqual([undefined, undefined, undefined]);
  expect(senderOf([undefined, written], 'Ana')).toEqual({ id, displayName: 'Ana', unknownHost });
});

test('prefers a known address to an unknown one in any order', () => {
  const known = { id: '5511900000099@s.whatsapp.net', phone: '5511900000099' };
  for (const addresses of [
    ['1234@lid2', '5511900000099@c.us'],
    ['5511900000099@c.us', '1234@lid2'],
  ])
    expect(senderOf(addresses, undefined)).toEqual({ ...known, unknownHost: 'lid2' });
});

test.each([
  undefined,
  null,
  '',
  ' ',
  '@lid',
  '120363000000000001@g.us',
  'status@broadcast',
  '12@newsletter',
  'a b@lid',
])('returns no sender for %j', (written) => {
  expect(senderOf([written], 'Ana')).toBeUndefined();
});

test('recognises group addresses', () => {
  expect([isGroup('120363000000000001@g.us'), isGroup('5511-1234@g.us'), isGroup('5511900000099@lid')]).toEqual([
    true,
    true,
    false,
  ]);
});
