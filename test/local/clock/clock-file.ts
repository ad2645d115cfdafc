import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { oneClock, type OneClock } from './one-clock.ts';

const schema = z.object({ aheadMs: z.int().check(z.minimum(0)) });

/** Continues where the last start left the clock. Otherwise data stored with a moved clock would be in the future. */
export async function keptClock(directory: string | undefined): Promise<OneClock> {
  if (directory === undefined) return oneClock();
  const file = join(directory, 'clock.json');
  return oneClock(await read(file), (aheadMs) => writeFileSync(file, JSON.stringify({ aheadMs })));
}

async function read(file: string): Promise<number> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8'))).aheadMs;
  } catch {
    return 0;
  }
}
