import { expect, test } from 'vitest';

import { developmentSkillPage, skillPage, skillPageAddress } from './skill-page.ts';

const number = 'B0EXAMPLE1';

test.each([
  ['pt', [], 'https://www.amazon.com.br/dp/B0EXAMPLE1?language=pt_BR'],
  ['pt', ['pt-PT', 'en-US'], 'https://www.amazon.com.br/dp/B0EXAMPLE1?language=pt_BR'],
  ['en', [], 'https://www.amazon.com/dp/B0EXAMPLE1?language=en_US'],
  ['en', ['en-GB'], 'https://www.amazon.co.uk/dp/B0EXAMPLE1?language=en_GB'],
  ['en', ['en-CA', 'en-GB'], 'https://www.amazon.ca/dp/B0EXAMPLE1?language=en_CA'],
  ['es', [], 'https://www.amazon.com/dp/B0EXAMPLE1?language=es_US'],
  ['es', ['es-MX'], 'https://www.amazon.com.mx/dp/B0EXAMPLE1?language=es_MX'],
  ['es', ['es-ES', 'es'], 'https://www.amazon.es/dp/B0EXAMPLE1?language=es_ES'],
  ['es', ['es-AR', 'es-419'], 'https://www.amazon.com/dp/B0EXAMPLE1?language=es_US'],
] as const)('returns for the language %s and the browser locales %j the address %s', (language, locales, address) => {
  expect(skillPageAddress(number, language, { locales, inEurope: true })).toBe(address);
});

test.each([
  ['en', ['en-GB'], 'https://www.amazon.com/dp/B0EXAMPLE1?language=en_US'],
  ['en', ['en-GB', 'en-CA'], 'https://www.amazon.ca/dp/B0EXAMPLE1?language=en_CA'],
  ['es', ['es-ES', 'es'], 'https://www.amazon.com/dp/B0EXAMPLE1?language=es_US'],
  ['es', ['es-MX'], 'https://www.amazon.com.mx/dp/B0EXAMPLE1?language=es_MX'],
] as const)(
  'returns for the language %s and the browser locales %j, outside Europe, the address %s',
  (language, locales, address) => {
    expect(skillPageAddress(number, language, { locales })).toBe(address);
  },
);

test('ignores browser locales of another language than the app', () => {
  expect(skillPageAddress(number, 'pt', { locales: ['es-MX', 'en-GB'] })).toBe(skillPageAddress(number, 'pt'));
});

test('returns the same address in every language for a skill without a store page', () => {
  const address = developmentSkillPage('amzn1.ask.skill.00000000-0000-4000-8000-000000000000');
  expect(address).toBe(
    'https://alexa.amazon.com/spa/index.html#skills/beta/amzn1.ask.skill.00000000-0000-4000-8000-000000000000',
  );
  expect(skillPageAddress(address, 'pt', { locales: ['pt-BR'] })).toBe(address);
  expect(skillPageAddress(undefined, 'en')).toBeUndefined();
});

test.each([number, 'https://alexa.amazon.com/spa/index.html#skills/beta/x', 'http://127.0.0.1:4501/alexa/home'])(
  'accepts %s as a skill page',
  (page) => {
    expect(skillPage.safeParse(page).success).toBe(true);
  },
);

test.each(['B0EXAMPLE', 'b0example1', 'javascript:alert(1)', '', 'www.amazon.com/dp/B0EXAMPLE1'])(
  'rejects %j as a skill page',
  (page) => {
    expect(skillPage.safeParse(page).success).toBe(false);
  },
);
