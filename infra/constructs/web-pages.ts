import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The pages of a built web app that answer one route each (`pages/triggers.html`), beside `index.html` for all others. */
export function webPages(webDir: string): string[] {
  const folder = join(webDir, 'pages');
  return existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => `pages/${name}`)
    : [];
}
