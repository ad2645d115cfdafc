import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { languageCodes } from '#shared/rules/language.ts';

import { avoided, terms } from './glossary.ts';

export const glossaryFile = join(import.meta.dirname, '../../web/GLOSSARY.md');

const name = ([first = '']: readonly string[]): string => first.replaceAll('*', '');
const forms = (words: readonly string[]): string => words.map((form) => `\`${form}\``).join(', ');

export const glossaryPage = (): string => `# Product terms

Generated from \`test/support/glossary.ts\` by \`node test/support/write-glossary.ts\`; the test next to the first file checks
every text against it. English is American; Portuguese is Brazilian and uses você; Spanish is Latin American and uses tú.

${table(
  ['English', 'Portuguese', 'Spanish', 'meaning'],
  terms.map(({ en, pt, es, means }) => [name(en), name(pt), name(es), means]),
)}

## Words to avoid

A star matches any ending.

${table(
  ['language', 'avoid', 'use'],
  languageCodes.flatMap((language) => avoided[language].map(({ words, say }) => [language, forms(words), say])),
)}
`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const padded = (cells: readonly string[]) => row(cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  return [padded(head), row(widths.map((width) => '-'.repeat(width))), ...rows.map(padded)].join('\n');
}

if (import.meta.main) writeFileSync(glossaryFile, glossaryPage());
