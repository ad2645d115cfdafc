import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { readStage } from './config.ts';
import { readJsonc } from './read-jsonc.ts';
import { settings } from './stage-settings.ts';

describe('example stage', () => {
  const text = readFileSync(new URL('stages/example.jsonc', import.meta.url), 'utf8');

  test('lists every setting of the schema in the example stage', () => {
    const named = new Set(settingPaths(readJsonc(text)));
    const all = schemaPaths(settings);
    expect(all.filter((place) => !named.has(place))).toEqual([]);
    expect(all.length).toBeGreaterThan(40);
  });

  test('explains every setting of the example stage in a comment above it', () => {
    const lines = text.split('\n').map((line) => line.trim());
    const bare = lines.filter((line, index) => line.startsWith('"') && !lines[index - 1]?.startsWith('//'));
    expect(bare).toEqual([]);
  });

  test('contains neither secrets nor a real account in the example stage', () => {
    expect(text).not.toMatch(/sk_(live|test)|whsec_|AKIA|clientSecret/);
    expect(readStage('example')).toMatchObject({ account: '111122223333', domain: { name: 'recado.example.com' } });
  });
});

type Shape = { def: { shape?: object; element?: object; innerType?: object; options?: readonly unknown[] } };

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null && 'def' in value;

/** Returns the paths of all settings in a schema, without indexes of lists and keys of records. */
function schemaPaths(schema: unknown, at = ''): string[] {
  if (!isShape(schema)) return [];
  const { shape, element, innerType, options } = schema.def;
  if (options) return options.flatMap((option) => schemaPaths(option, at));
  if (innerType) return schemaPaths(innerType, at);
  if (element) return schemaPaths(element, at);
  return Object.entries(shape ?? {}).flatMap(([name, inner]) => [
    `${at}/${name}`,
    ...schemaPaths(inner, `${at}/${name}`),
  ]);
}

function settingPaths(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => settingPaths(each, at));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [`${at}/${name}`, ...settingPaths(inner, `${at}/${name}`)]);
}
