import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { openApi } from './served-documents.ts';

const file = fileURLToPath(new URL('../dist/openapi.json', import.meta.url));
await mkdir(dirname(file), { recursive: true });
await writeFile(file, `${JSON.stringify(openApi(), null, 2)}\n`);
console.log(`Written: ${file}`);
