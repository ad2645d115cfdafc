import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { buildWeb } from '../../local/build/build-web.ts';
import { builtInto, encodings, weigh } from './budgets.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Compares the compressed size of each route's first visit, chunks, dialogs and styles with React alone. */
export async function benchWeb(): Promise<boolean> {
  await buildWeb(builtInto);
  const bare = await bareReact();
  const asBrotli = weigh(builtInto, 'brotli');
  let kept = true;
  console.log(['gz', 'bar', 'br', 'x React'].map(cell).join(''));
  console.log(`${[bare.gzip, '', bare.brotli, '1.00'].map(cell).join('')}  React and its renderer alone`);
  for (const [index, { what, size, bar, unit }] of weigh(builtInto).entries()) {
    const brotli = unit === 'bytes' ? asBrotli[index]?.size : '';
    const ratio = what.endsWith('first visit') ? (size / bare.gzip).toFixed(2) : '';
    const isOver = size > bar;
    if (isOver) kept = false;
    console.log(`${[size, bar, brotli, ratio].map(cell).join('')}  ${what}${isOver ? '  over its limit' : ''}`);
  }
  return kept;
}

const cell = (value: unknown): string => String(value).padStart(10);

async function bareReact(): Promise<Record<keyof typeof encodings, number>> {
  const { build } = await import('vite');
  const id = 'virtual:bare-page';
  const page = `
    import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    createRoot(document.body).render(createElement('p', null, 'Recado'));`;
  const built = await build({
    configFile: false,
    root: join(root, 'web'),
    logLevel: 'warn',
    plugins: [
      {
        name: 'bare-page',
        resolveId: (name) => (name === id ? id : undefined),
        load: (name) => (name === id ? page : undefined),
      },
    ],
    build: { write: false, target: 'es2023', rolldownOptions: { input: id } },
  });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const code = outputs.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('');
  return { gzip: encodings.gzip(Buffer.from(code)), brotli: encodings.brotli(Buffer.from(code)) };
}
