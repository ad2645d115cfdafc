import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import * as z from 'zod/mini';

import { openApiDocument } from '#shared/contracts/open-api.ts';

import { functions } from './functions.ts';

const fromRoot = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const file = fromRoot('dist/openapi.json');

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(await readFile(fromRoot('package.json'), 'utf8')));
const contracts = functions.flatMap((row) => row.contracts ?? []);
await mkdir(dirname(file), { recursive: true });
await writeFile(file, `${JSON.stringify(openApiDocument(contracts, version), null, 2)}\n`);
console.log(`Written: ${file}`);
