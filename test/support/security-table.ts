import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The table of `SECURITY.md` that names a test for each line of defence; another one says who is trusted. */
export async function securityTable(): Promise<string> {
  const text = await readFile(join(root, 'SECURITY.md'), 'utf8');
  const table = /^## Threats[^\n]*\n(.*?)^(?=[^|\s])/ms.exec(text)?.[1];
  if (table === undefined) throw new Error('SECURITY.md has no table of threats');
  return table;
}
