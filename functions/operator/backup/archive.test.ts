import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { afterAll, describe, expect, test } from 'vitest';

import type { RawItem } from '#functions/data/raw-table.ts';

import { checkedArchive, readArchive, writeArchive } from './archive.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function aFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'archive-'));
  folders.push(parent);
  return join(parent, 'export');
}

const anItem = (id: number): RawItem => ({
  pk: { S: `P#${id}` },
  sk: { S: 'PHONE' },
  type: { S: 'phone' },
  holders: { NS: ['281474976710655', '7'] },
  more: { M: { list: { L: [{ BOOL: true }, { NULL: true }, { S: 'é\n"\u2028' }] } } },
});

async function* pages(count: number): AsyncGenerator<RawItem[]> {
  for (let id = 0; id < count; id += 2) yield [anItem(id), anItem(id + 1)];
}

const about = { exportedAt: '2026-11-21T18:00:00.000Z', table: 'recado-prod-table' };

async function written(): Promise<string> {
  const folder = await aFolder();
  await writeArchive(folder, pages(6), about);
  return folder;
}

test('reads items exactly as written, including sets and numbers', async () => {
  const folder = await written();
  expect(await checkedArchive(folder)).toMatchObject({ ...about, items: 6 });
  const back: RawItem[] = [];
  for await (const item of readArchive(folder)) back.push(item);
  expect(back).toEqual([0, 1, 2, 3, 4, 5].map(anItem));
});

test('exports an empty table', async () => {
  const folder = await aFolder();
  await writeArchive(folder, pages(0), about);
  expect(await checkedArchive(folder)).toMatchObject({ items: 0 });
});

test('does not overwrite an older export', async () => {
  const folder = await written();
  await expect(writeArchive(folder, pages(2), about)).rejects.toThrow('is not empty.');
  expect(await checkedArchive(folder)).toMatchObject({ items: 6 });
});

describe('damaged exports', () => {
  const items = (folder: string): string => join(folder, 'items.json.gz');
  const damages: [string, (folder: string) => Promise<unknown>][] = [
    ['that was interrupted', (folder) => rm(join(folder, 'manifest.json'))],
    ['that was cut off', async (folder) => writeFile(items(folder), (await readFile(items(folder))).subarray(0, -40))],
    ['with a line missing', (folder) => rewrite(items(folder), (text) => text.slice(text.indexOf('\n') + 1))],
    ['with a changed value', (folder) => rewrite(items(folder), (text) => text.replace('"7"', '"8"'))],
    ['with an additional line', (folder) => rewrite(items(folder), (text) => `${text}hello\n`)],
  ];
  async function rewrite(file: string, change: (text: string) => string): Promise<void> {
    await writeFile(file, gzipSync(change(gunzipSync(await readFile(file)).toString())));
  }

  test.each(damages)('rejects an export %s', async (_, damage) => {
    const folder = await written();
    await damage(folder);
    await expect(checkedArchive(folder)).rejects.toThrow(/damaged|manifest is missing/);
  });
});

test('reads a folder that AWS exported to S3', async () => {
  const folder = await aFolder();
  await mkdir(join(folder, 'data'), { recursive: true });
  const part = (id: number): Buffer => gzipSync(`${JSON.stringify({ Item: anItem(id) })}\n`);
  await writeFile(join(folder, 'data', 'a.json.gz'), part(0));
  await writeFile(join(folder, 'data', 'b.json.gz'), part(1));
  const summary = {
    tableArn: 'arn:aws:dynamodb:us-east-1:1:table/recado-prod-table',
    exportTime: 'then',
    itemCount: 2,
  };
  await writeFile(join(folder, 'manifest-summary.json'), JSON.stringify(summary));
  expect(await checkedArchive(folder)).toEqual({ exportedAt: 'then', table: 'recado-prod-table', items: 2 });
  await rm(join(folder, 'data', 'b.json.gz'));
  await expect(checkedArchive(folder)).rejects.toThrow('damaged');
});
