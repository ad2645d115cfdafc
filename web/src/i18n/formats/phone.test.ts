// @vitest-environment node
import { expect, test } from 'vitest';

import { dialledPhone, formatPhone } from './phone.ts';

test.each([
  ['+5511987654321', 'en-US', '+55 11 98765 4321', 'a leading plus means international'],
  ['(11) 98765-4321', 'pt-BR', '+55 11 98765 4321', 'the country is the region of the browser'],
  ['213 373 4253', 'en-US', '+1 213 373 4253', 'non-digits are dropped'],
  ['11987654321', 'pt', '11987654321', 'without a region nothing is assumed'],
  ['12', 'pt-BR', '12', 'an invalid number stays unchanged'],
  ['+1', 'en-US', '+1', 'a country code alone is not a number'],
  ['call me', 'pt-BR', 'call me', 'words stay unchanged'],
  ['', 'pt-BR', '', 'an empty text stays empty'],
  ['+55119876543210000000', 'pt-BR', '+55119876543210000000', 'more digits than any number has'],
  ['11 98765-4321', 'not a language!', '11 98765-4321', 'an invalid browser language has no region'],
])(
  'formats %j in %s as %j: %s',
  { tags: ['spec-229.1', 'spec-229.2', 'spec-229.3', 'spec-229.5'] },
  async (phone, browser, shown) => {
    expect(await formatPhone(phone, browser)).toBe(shown);
  },
);

test.each([
  ['+5215512345678', '+52 55 1234 5678', 'a Mexican id with the former 1'],
  ['+525512345678', '+52 55 1234 5678', 'a Mexican id without it'],
  ['+5210000000000', '+5210000000000', 'a Mexican id that is not a valid number without the 1'],
  ['+553198765432', '+55 31 9876 5432', 'a Brazilian id without the ninth digit'],
  ['+551187654321', '+55 11 8765 4321', 'a Brazilian id without the ninth digit, where others have it'],
  ['+5531998765432', '+55 31 99876 5432', 'a Brazilian id with the ninth digit'],
  ['+551132345678', '+55 11 3234 5678', 'a Brazilian landline'],
  ['+5491123456789', '+54 9 11 2345 6789', 'an Argentinian id, whose 9 belongs to the international number'],
])('shows the WhatsApp id %s as %s: %s', { tags: 'spec-229.1' }, async (id, shown) => {
  for (const browser of ['pt-BR', 'en-US', 'es']) expect(await formatPhone(id, browser)).toBe(shown);
});

test.each([
  ['+52 1 55 1234 5678', 'en-US', '+52 55 1234 5678'],
  ['5215512345678', 'es-MX', '+52 55 1234 5678'],
  ['52 1 55 1234-5678', 'es-MX', '+52 55 1234 5678'],
  ['5491123456789', 'es-AR', '+54 9 11 2345 6789'],
  ['+55 31 9876-5432', 'en-US', '+55 31 9876 5432'],
  ['553198765432', 'pt-BR', '+55 31 9876 5432'],
  ['5215512345678', 'pt-BR', '5215512345678'],
])('shows the WhatsApp id %s as in its own spelling, in %s', { tags: 'spec-229.2' }, async (id, browser, shown) => {
  expect(await formatPhone(id, browser)).toBe(shown);
});

test('leaves a text of more than 250 characters unchanged', { tags: 'spec-229.6' }, async () => {
  const text = `+5511987654321${' '.repeat(240)}`;
  expect(await formatPhone(text, 'pt-BR')).toBe(text);
});

test.each(['123', '12345678901234567890'])('keeps the extension %s', { tags: 'spec-229.7' }, async (digits) => {
  expect(await formatPhone(`+12133734253 ext. ${digits}`, 'en-US')).toBe(`+1 213 373 4253 ext. ${digits}`);
});

test('leaves a text unchanged when its extension has more than 20 digits', { tags: 'spec-229.7' }, async () => {
  const text = '+12133734253 ext. 123456789012345678901';
  expect(await formatPhone(text, 'en-US')).toBe(text);
});

test.each<[typed: string, browser: string, dialled: string | undefined, reason: string]>([
  ['+5511955500001', 'en-US', '+5511955500001', 'a plus means that the country code is there'],
  ['+44 20 7946 0958', 'pt-BR', '+442079460958', 'a plus with the code of another country'],
  ['00 44 20 7946 0958', 'pt-BR', '+442079460958', 'two zeros mean the same as a plus'],
  ['0055 11 95550-0001', 'pt-BR', '+5511955500001', 'two zeros where the library reads them as a Brazilian carrier'],
  ['011 55 11 95550-0001', 'en-US', '+5511955500001', 'the international prefix of the browser’s country'],
  ['(11) 95550-0001', 'pt-BR', '+5511955500001', 'a number of the browser’s country'],
  ['5511955500001', 'pt-BR', '+5511955500001', 'its country code without a plus'],
  ['55 31 9876-5432', 'pt-BR', '+553198765432', 'a Brazilian id without the ninth digit'],
  ['31 9876-5432', 'pt-BR', '+553198765432', 'the same without country code'],
  ['+55 31 9876-5432', 'en-US', '+553198765432', 'the same with a plus'],
  ['415 555 0132', 'en-US', '+14155550132', 'a number of the United States'],
  ['416 555 0132', 'en-US', '+14165550132', 'a Canadian number, which has the same country code'],
  ['+52 1 55 1234 5678', 'en-US', '+525512345678', 'a Mexican number with the former 1'],
  ['+5215512345678', 'es-MX', '+525512345678', 'the same without spaces'],
  ['5215512345678', 'es-MX', '+525512345678', 'the same without a plus'],
  ['55 1234 5678', 'es-MX', '+525512345678', 'a Mexican number without country code'],
  ['11 95550-0001', 'en-US', undefined, 'a Brazilian number, which would become +1 1955500001'],
  ['95550-0001', 'pt-BR', undefined, 'a number without area code'],
  ['9555-0001', 'pt-BR', undefined, 'a number without area code and ninth digit'],
  ['555 0132', 'en-US', undefined, 'a number without area code of the United States'],
  ['5511955500001', 'en-US', undefined, 'the country code of another country without a plus'],
  ['11955500001', 'pt', undefined, 'no country to assume'],
  ['+55 11 95550', 'pt-BR', undefined, 'too few digits'],
  ['+55 11 95550 0001 00', 'pt-BR', undefined, 'too many digits'],
  ['call me', 'pt-BR', undefined, 'words'],
  ['', 'pt-BR', undefined, 'nothing'],
])('dials %j in %s as %s: %s', async (typed, browser, dialled) => {
  expect(await dialledPhone(typed, browser)).toBe(dialled);
});
