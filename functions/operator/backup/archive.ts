import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

import * as z from 'zod/mini';

import { rawItem, type RawItem } from '#functions/data/raw-table.ts';
import { json } from '#functions/platform/json.ts';

import { BadArguments } from '../bad-arguments.ts';

/**
 * An archive is a folder with `items.json.gz`, one item per line in DynamoDB's export format, and `manifest.json`. The
 * manifest is written last, so a broken export has none.
 */
const manifestFile = z.object({
  format: z.literal('recado-1'),
  exportedAt: z.iso.datetime(),
  table: z.string(),
  items: z.int(),
  /** SHA-256 of the lines. */
  sha256: z.string(),
});

export type ArchiveManifest = z.output<typeof manifestFile>;

const itemsFile = (folder: string): string => join(folder, 'items.json.gz');
const lineOf = (item: RawItem): string => `${JSON.stringify({ Item: item })}\n`;

/** Throws `BadArguments` if the folder is not empty. */
export async function writeArchive(
  folder: string,
  pages: AsyncIterable<readonly RawItem[]>,
  about: Pick<ArchiveManifest, 'exportedAt' | 'table'>,
): Promise<ArchiveManifest> {
  if ((await readdir(folder).catch(() => [])).length > 0) throw new BadArguments(`${folder} is not empty.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let items = 0;
  async function* lines(): AsyncGenerator<string> {
    for await (const page of pages) {
      const block = page.map(lineOf).join('');
      items += page.length;
      hash.update(block);
      if (block !== '') yield block;
    }
  }
  await pipeline(Readable.from(lines()), createGzip(), createWriteStream(itemsFile(folder), { mode: 0o600 }));
  const manifest = { format: 'recado-1', ...about, items, sha256: hash.digest('hex') } as const;
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest, undefined, 2), { mode: 0o600 });
  return manifest;
}

/** Written by `aws dynamodb export-table-to-point-in-time`. */
const ofAws = z.object({ tableArn: z.string(), exportTime: z.string(), itemCount: z.int() });

/** Reads our own export, or one by AWS, to its end. Throws `BadArguments` if it is incomplete or damaged. */
export async function checkedArchive(folder: string): Promise<Pick<ArchiveManifest, 'exportedAt' | 'table' | 'items'>> {
  const [own, aws] = await Promise.all(
    ['manifest.json', 'manifest-summary.json'].map((file) => readFile(join(folder, file), 'utf8').catch(() => '')),
  );
  const { data: manifest } = manifestFile.safeParse(json(own ?? ''));
  const { data: summary } = ofAws.safeParse(json(aws ?? ''));
  const wanted = manifest ?? (summary && fromAws(summary));
  if (!wanted) throw new BadArguments(`There is no complete export in ${folder}: its manifest is missing.`);
  const hash = createHash('sha256');
  let items = 0;
  for await (const item of readArchive(folder)) {
    items += 1;
    hash.update(lineOf(item));
  }
  const isWhole = items === wanted.items && (!manifest || hash.digest('hex') === manifest.sha256);
  if (!isWhole) throw new BadArguments(`The export in ${folder} is damaged: it does not match its manifest.`);
  return wanted;
}

const fromAws = ({ tableArn, exportTime, itemCount }: z.output<typeof ofAws>) => ({
  exportedAt: exportTime,
  table: tableArn.split('/').at(-1) ?? tableArn,
  items: itemCount,
});

const line = z.object({ Item: rawItem });

export async function* readArchive(folder: string): AsyncGenerator<RawItem> {
  const own = (await readdir(folder)).includes('items.json.gz');
  const parts = own ? [itemsFile(folder)] : await partsOfAws(join(folder, 'data'));
  for (const part of parts) {
    const input = createReadStream(part).pipe(createGunzip());
    try {
      for await (const text of linesOf(input)) {
        const parsed = line.safeParse(json(text));
        if (!parsed.success) throw new BadArguments(`The export in ${folder} is damaged: a line is not an item.`);
        yield parsed.data.Item;
      }
    } catch (error) {
      if (error instanceof BadArguments || !isDamage(error)) throw error;
      throw new BadArguments(`The export in ${folder} is damaged: it was cut off or changed.`);
    }
  }
}

/** Splits at line feeds only: `readline` would also split at U+2028, which texts may contain. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of input) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

const partsOfAws = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => name.endsWith('.json.gz'))
    .toSorted()
    .map((name) => join(folder, name));

const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');
