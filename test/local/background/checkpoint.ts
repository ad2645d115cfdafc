import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod/mini';

import type { Checkpoint } from './stream-reader.ts';

const schema = z.record(z.string(), z.string());

/** The processed position of the stream; kept only in memory without a directory. */
export function checkpointFile(directory: string | undefined) {
  const file = directory === undefined ? undefined : join(directory, 'stream.json');
  return {
    async read(): Promise<Checkpoint> {
      try {
        return file === undefined ? {} : schema.parse(JSON.parse(await readFile(file, 'utf8')));
      } catch {
        return {};
      }
    },
    async save(checkpoint: Checkpoint): Promise<void> {
      if (file === undefined) return;
      await writeFile(`${file}.new`, JSON.stringify(checkpoint));
      await rename(`${file}.new`, file);
    },
  };
}
