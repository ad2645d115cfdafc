import { readFile, writeFile } from 'node:fs/promises';

import { sentencesOf } from './sentences.ts';

/** Writes `spec-sentences.json` from the specification. */
const spec = await readFile(new URL('../../../docs/spec.md', import.meta.url), 'utf8');
const lines = Object.entries(sentencesOf(spec)).map(
  ([id, words]) => `  "${id}": [${words.map((word) => JSON.stringify(word)).join(', ')}]`,
);
await writeFile(new URL('spec-sentences.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`);
