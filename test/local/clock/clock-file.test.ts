import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { keptClock } from './clock-file.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'clock-'));
});
afterAll(() => rm(directory, { recursive: true }));

test('continues the clock where the last start left it', async () => {
  const first = await keptClock(directory);
  expect(first.aheadMs()).toBe(0);
  first.goTo(Date.now() + 90_000);
  const second = await keptClock(directory);
  expect(second.aheadMs()).toBe(first.aheadMs());
  expect(second.now().getTime()).toBeGreaterThan(Date.now() + 80_000);
});

test('ignores an unreadable file and stores nothing without a directory', async () => {
  await writeFile(join(directory, 'clock.json'), '{"aheadMs": "soon"}');
  expect((await keptClock(directory)).aheadMs()).toBe(0);
  expect((await keptClock(undefined)).aheadMs()).toBe(0);
});
