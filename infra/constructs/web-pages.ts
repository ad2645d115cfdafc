import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the pages other than `index.html`, such as `pages/triggers.html`. */
export function webPages(webDir: string): string[] {
  const folder = join(webDir, 'pages');
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => `pages/${name}`)
    : [];
}
