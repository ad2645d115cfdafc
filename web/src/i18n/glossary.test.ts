// @vitest-environment node
import { expect, test } from 'vitest';

import { groupTexts } from '#shared/rules/group-commands/texts.ts';

import { allTexts } from '../testing/all-texts.ts';
import { avoided, has, terms } from './glossary.ts';
import { languageCodes, type Language } from './languages.ts';

/** What is said in WhatsApp groups, each text with something in its gaps. */
function saidInGroups(texts: unknown, path: string): [string, string][] {
  if (typeof texts === 'string') return [[path, texts]];
  if (typeof texts === 'function') return saidInGroups(Reflect.apply(texts, undefined, ['*A*', '*B*', '*C*']), path);
  return Object.entries(Object(texts)).flatMap(([key, inner]) => saidInGroups(inner, `${path}.${key}`));
}

const textsOf = (language: Language) =>
  new Map([...allTexts(language), ...saidInGroups(groupTexts[language], 'groupTexts')]);
const texts = { pt: textsOf('pt'), en: textsOf('en'), es: textsOf('es') };
const saying = (language: Language, forms: readonly string[]) =>
  [...texts[language]].filter(([, text]) => has(text, forms)).map(([key]) => key);

test.each(terms)('$en.0 is $pt.0 and $es.0 wherever it is said', ({ en, pt, es, but = {} }) => {
  const said = saying('en', en);
  expect(said).not.toEqual([]);
  const lacking = said.filter((key) => !has(texts.pt.get(key) ?? '', pt) || !has(texts.es.get(key) ?? '', es));
  expect(lacking.sort()).toEqual(Object.keys(but).sort());
});

test.each(languageCodes.flatMap((language) => avoided[language].map((rule) => ({ language, ...rule }))))(
  'in $language nothing says $words.0, but $say',
  ({ language, words, but = {} }) => {
    expect(saying(language, words).sort()).toEqual(Object.keys(but).sort());
  },
);

test('no form of a term is one to be avoided', () => {
  for (const language of languageCodes) {
    const forms = terms.flatMap((term) => term[language]).map((form) => form.replaceAll('*', ''));
    const clashes = avoided[language].flatMap(({ words }) => forms.filter((form) => has(form, words)));
    expect(clashes).toEqual([]);
  }
});

test('forms are whole words in any case, with a star for any ending; values and addresses are none', () => {
  expect(has('Los GATILLOS', ['gatillo*'])).toBe(true);
  expect(has('Su espacio  de trabajo', ['espacio* de trabajo'])).toBe(true);
  expect(has('regatillo', ['gatillo*'])).toBe(false);
  expect(has('gatillos', ['gatillo'])).toBe(false);
  expect(has('{{trigger}} [x](/trigger)', ['trigger*'])).toBe(false);
});

test('the table for people is what is tested', async () => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = (head: readonly string[], rows: readonly (readonly string[])[]) => {
    const widths = head.map((title, place) =>
      Math.max(title.length, ...rows.map((cells) => cells[place]?.length ?? 0)),
    );
    const padded = (cells: readonly string[]) => row(cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)));
    return [padded(head), row(widths.map((width) => '-'.repeat(width))), ...rows.map(padded)].join('\n');
  };
  const name = ([first = '']: readonly string[]) => first.replaceAll('*', '');
  const called = terms.map(({ en, pt, es, means }) => [name(en), name(pt), name(es), means]);
  const forms = (list: readonly string[]) => list.map((form) => `\`${form}\``).join(', ');
  const notSaid = languageCodes.flatMap((language) =>
    avoided[language].map(({ words, say }) => [language, forms(words), say]),
  );
  const page = `# Words of the product

Written from \`src/i18n/glossary.ts\` by its test (\`npx vitest run --project web web/src/i18n/glossary.test.ts -u\`), which
holds every text to it. English is American; Portuguese is Brazilian and says você; Spanish is Latin American and says usted.

${table(['English', 'Portuguese', 'Spanish', 'what it is'], called)}

## Not to be used

A star stands for any ending.

${table(['language', 'not', 'but'], notSaid)}
`;
  await expect(page).toMatchFileSnapshot('../../GLOSSARY.md');
});
