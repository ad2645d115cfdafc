import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { functions } from '#infra/functions.ts';

/** Writes minimal bundles, because most tests of the stacks do not depend on the code of the functions. */
export function writeBundles(dir: string): string {
  for (const { name } of functions) {
    mkdirSync(join(dir, name), { recursive: true });
    writeFileSync(join(dir, name, 'index.mjs'), `export const handler = () => '${name}';\n`);
  }
  return dir;
}

export function writeWebApp(dir: string): string {
  for (const name of ['assets', 'pages']) mkdirSync(join(dir, name), { recursive: true });
  writeFileSync(join(dir, 'assets', 'index-3f9a.js'), 'export {};\n');
  writeFileSync(join(dir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>\n');
  writeFileSync(join(dir, 'manifest.webmanifest'), '{"name":"Recado"}\n');
  writeFileSync(join(dir, 'worker.js'), '// no pages\n');
  writeFileSync(join(dir, 'index.html'), '<!doctype html><title>Recado</title>\n');
  for (const page of ['dashboard', 'triggers', 'triggers.id'])
    writeFileSync(join(dir, 'pages', `${page}.html`), `<!doctype html><title>${page}</title>\n`);
  return dir;
}
