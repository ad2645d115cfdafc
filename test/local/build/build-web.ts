import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'vite';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export async function buildWeb(directory: string): Promise<void> {
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'web'),
    logLevel: 'warn',
    build: { outDir: directory, emptyOutDir: true },
  });
}
