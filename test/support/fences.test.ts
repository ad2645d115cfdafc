import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { breaches, fences, type Source } from './fences.ts';
import { folderCircles } from './folder-circles.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['shared', 'functions', 'infra', 'web', 'test'];

function sources(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('node_modules'))
    .map((file) => ({ path: file.slice(root.length).replaceAll('\\', '/'), text: readFileSync(file, 'utf8') }));
}

test.each(folders)('allows every import in %s', (folder) => {
  const files = sources(folder);
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(breaches)).toEqual([]);
});

test('finds no import cycles between sibling folders', () => {
  expect(folders.filter((folder) => folder !== 'test').flatMap((folder) => folderCircles(sources(folder)))).toEqual([]);
});

const climbers: Record<string, { path: string; text: string }> = {
  'shared imports zod and itself': { path: 'shared/rules/a.ts', text: "import { readFile } from 'node:fs/promises';" },
  'web imports itself and shared': {
    path: 'web/src/pages/login/a.tsx',
    text: "import type { Seal } from '#functions/platform/secrets/seal.ts';",
  },
  'functions import themselves and shared': {
    path: 'functions/auth/a.ts',
    text: "export { functions } from '../../infra/functions.ts';",
  },
  'operators import functions, shared, and the names and functions of a stage': {
    path: 'functions/operator/a.ts',
    text: "import { ApiStack } from '#infra/stacks/api-stack.ts';",
  },
  'an entry point imports only its wiring': {
    path: 'functions/lambdas/a.lambda.ts',
    text: "import { createRunStore } from '#functions/data/triggers/run-store.ts';",
  },
  'features and lower layers do not import entry points, wiring or jobs': {
    path: 'functions/alexa/a.ts',
    text: "import type { World } from '#functions/wiring/world.ts';",
  },
  'the outbox imports data and platform': {
    path: 'functions/outbox/a.ts',
    text: "import { cleanUp } from '../alexa/check-grant.ts';",
  },
  'data imports platform': {
    path: 'functions/data/a.ts',
    text: "import type { Http } from '#functions/providers/http.ts';",
  },
  'providers import platform': {
    path: 'functions/providers/a.ts',
    text: "import type { Table } from '#functions/data/table.ts';",
  },
  'platform imports nothing else of functions': {
    path: 'functions/platform/http/a.ts',
    text: "import { isTableBusy } from '../../data/table.ts';",
  },
  'only wiring and operators create stores, clients and other singletons': {
    path: 'functions/triggers/a.ts',
    text: "import { createRunStore } from '#functions/data/triggers/run-store.ts';",
  },
  'infra imports itself, shared, and the shape of the table': {
    path: 'infra/stacks/a.ts',
    text: "import { workspaceKey } from '#functions/data/keys.ts';",
  },
  'sandboxes do not import the product, so that client and server cannot share a mistake': {
    path: 'test/sandboxes/alexa/a.ts',
    text: "import { numericId } from '../../../shared/contracts/fields.ts';",
  },
  'only data, platform and the e-mail provider import the AWS SDK': {
    path: 'functions/triggers/a.ts',
    text: "const sdk = await import('@aws-sdk/client-dynamodb');",
  },
  'only providers call other companies': {
    path: 'functions/billing/a.ts',
    text: "import { request } from 'node:https';",
  },
  'pages do not import each other': {
    path: 'web/src/pages/login/a.tsx',
    text: "import { Page } from '../triggers/page.tsx';",
  },
  'pages and shared features do not import the app': {
    path: 'web/src/pages/login/a.tsx',
    text: "const { routes } = await import('#web/app/routes.ts');",
  },
  'shared features do not import pages': {
    path: 'web/src/features/trial/a.tsx',
    text: "import { Page } from '../../pages/triggers/page.tsx';",
  },
};

describe('each fence', () => {
  test.each(fences.map(({ name }) => name))('rejects an import that violates "%s"', { tags: 'threat-ssrf' }, (name) => {
    const climber = climbers[name];
    expect(climber && breaches(climber).some((sentence) => sentence.endsWith(name))).toBe(true);
  });

  test('rejects imports from test outside tests', () => {
    const text = "import { aTable } from '#test/support/worlds/a-table.ts';";
    for (const folder of ['shared', 'functions', 'infra', 'web']) {
      expect(breaches({ path: `${folder}/a.ts`, text })).not.toEqual([]);
    }
    expect(breaches({ path: 'functions/auth/a.test.ts', text })).toEqual([]);
  });

  test('accepts imports that the fences allow', () => {
    const allowed: Source[] = [
      { path: 'shared/rules/a.ts', text: "import * as z from 'zod/mini';\nimport { b } from './b.ts';" },
      { path: 'functions/data/a.ts', text: "import { GetCommand } from '@aws-sdk/lib-dynamodb';" },
      { path: 'functions/providers/a.ts', text: "import { request } from 'node:https';" },
      {
        path: 'functions/wiring/a.ts',
        text: "import { createRunStore } from '#functions/data/triggers/run-store.ts';",
      },
      {
        path: 'functions/triggers/a.ts',
        text: "import type { RunStore } from '#functions/data/triggers/run-store.ts';",
      },
      { path: 'infra/stacks/a.ts', text: "import { tableShape } from '#functions/data/table-shape.ts';" },
      { path: 'functions/operator/a.ts', text: "import { readStage } from '#infra/config.ts';" },
    ];
    expect(allowed.flatMap(breaches)).toEqual([]);
  });
});

describe('folderCircles', () => {
  const file = (path: string, ...imported: string[]): Source => ({
    path,
    text: imported.map((name) => `import type { A } from '${name}';`).join('\n'),
  });
  const names = (...files: Source[]) => folderCircles(files).map(({ folders: found }) => found);

  test('finds a cycle of two folders through a type import, with the imports that close it', () => {
    const two = [
      file('web/src/features/skill/deep/a.ts', '#web/features/billing/b.ts'),
      file('web/src/features/billing/b.ts', '../skill/c.ts'),
      file('web/src/features/trial/a.ts', '../skill/c.ts'),
    ];
    expect(folderCircles(two)).toEqual([
      {
        folders: 'web/src/features: billing, skill',
        imports: [
          'web/src/features/skill/deep/a.ts imports web/src/features/billing/b.ts',
          'web/src/features/billing/b.ts imports web/src/features/skill/c.ts',
        ],
      },
    ]);
  });

  test('finds a cycle of three folders and one of two others below the same parent', () => {
    const five = [
      file('functions/data/a/1.ts', '../b/1.ts'),
      file('functions/data/b/1.ts', '../c/1.ts'),
      file('functions/data/c/1.ts', '#functions/data/a/1.ts', '../d/1.ts'),
      file('functions/data/d/1.ts', '../e/1.ts'),
      file('functions/data/e/1.ts', '../d/2.ts'),
    ];
    expect(names(...five)).toEqual(['functions/data: a, b, c', 'functions/data: d, e']);
  });

  test('ignores imports of the parent folder, tests and packages', () => {
    const none = [
      file('functions/data/keys.ts', './a/1.ts'),
      file('functions/data/a/1.ts', '../keys.ts', '../b/1.ts', 'zod/mini'),
      file('functions/data/b/1.test.ts', '../a/1.ts'),
    ];
    expect(names(...none)).toEqual([]);
  });
});

function lint(files: Record<string, string>): string[] {
  const place = mkdtempSync(join(tmpdir(), 'fences-'));
  try {
    cpSync(join(root, '.oxlintrc.json'), join(place, '.oxlintrc.json'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(place, dirname(path)), { recursive: true });
      writeFileSync(join(place, path), text);
    }
    const found = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });
    const { diagnostics } = found.parse(JSON.parse(output(place)));
    return diagnostics.map(({ filename, code }) => `${filename.replaceAll('\\', '/')}: ${code}`);
  } finally {
    rmSync(place, { recursive: true });
  }
}

function output(place: string): string {
  const linter = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  try {
    return execFileSync(process.execPath, [linter, '--format=json', '.'], { cwd: place, encoding: 'utf8' });
  } catch (error) {
    // The linter exits with an error code when it finds something, as expected here.
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') return error.stdout;
    throw error;
  }
}

test('rejects cycles, including type-only ones, fetch outside providers, and the full zod build with the linter', () => {
  const found = lint({
    'functions/auth/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
    'functions/auth/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
    'functions/alexa/a.ts': "import type { B } from './b.ts';\nexport type A = { b?: B };\n",
    'functions/alexa/b.ts': "import type { A } from './a.ts';\nexport type B = { a?: A };\n",
    'functions/auth/c.ts': "export const c = () => fetch('https://example.com');\n",
    'functions/providers/c.ts': "export const c = () => fetch('https://example.com');\n",
    'functions/auth/d.ts': "import { z } from 'zod';\nexport const d = z;\n",
  });
  expect(found).toContain('functions/auth/a.ts: import(no-cycle)');
  expect(found).toContain('functions/alexa/a.ts: import(no-cycle)');
  expect(found).toContain('functions/auth/c.ts: eslint(no-restricted-globals)');
  expect(found).not.toContain('functions/providers/c.ts: eslint(no-restricted-globals)');
  expect(found).toContain('functions/auth/d.ts: eslint(no-restricted-imports)');
});
