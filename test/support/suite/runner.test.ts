import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

test('exits when its suites have ended, although the process that started it still runs', async () => {
  const script = fileURLToPath(new URL('../../run.ts', import.meta.url));
  const runner = fork(script, ['format'], { silent: true });
  expect(await once(runner, 'exit')).toEqual([0, null]);
});
