import { expect, test } from 'vitest';

import { type BuildManifest, measure } from './budgets.ts';

test('reports a build that exceeds a limit', () => {
  const manifest: BuildManifest = {
    'index.html': { file: 'app.js', isEntry: true, imports: ['_core-1.js'], css: ['a.css'] },
    '_core-1.js': { file: 'core.js' },
    '_overlay-1.js': { file: 'overlay.js' },
    'src/i18n/pt/texts.ts': { file: 'pt.js' },
    'src/i18n/en/texts.ts': { file: 'en.js' },
    'src/i18n/pt/pages/login.json': { file: 'pt-login.js' },
    'src/i18n/en/pages/login.json': { file: 'en-login.js' },
    'src/pages/login/login-page.tsx': { file: 'login.js', imports: ['_core-1.js'] },
  };
  const sizes: Record<string, number> = {
    'app.js': 9_000,
    'core.js': 80_000,
    'pt.js': 7_000,
    'en.js': 6_000,
    'pt-login.js': 1_000,
    'en-login.js': 500,
    'login.js': 4_000,
  };
  const found = (given: Record<string, number>) =>
    measure(manifest, (file) => given[file] ?? 100, new Map([['/login', ['login']]]));
  const visit = found(sizes).find(({ what }) => what.endsWith('login-page.tsx: first visit'));
  expect(visit?.size).toBe(9_000 + 80_000 + 7_000 + 1_000 + 4_000 + 100);
  const over = (given: Record<string, number>) =>
    found(given)
      .filter(({ size, bar }) => size > bar)
      .map(({ what }) => what);
  expect(over(sizes)).toEqual([]);
  expect(over({ ...sizes, 'overlay.js': 41_000, 'login.js': 12_001 })).toEqual([
    'src/pages/login/login-page.tsx: own chunk',
    'shared overlay chunk',
  ]);
});
