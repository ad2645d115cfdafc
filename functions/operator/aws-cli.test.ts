import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { awsCli } from './aws-cli.ts';

afterEach(() => vi.unstubAllEnvs());

/** Puts an `aws` in front of the path that runs `script`. */
async function anAwsCli(script: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'aws-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'aws');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
}

const failing = (stderr: string): Promise<void> => anAwsCli(`cat >&2 <<'END'\n${stderr}\nEND\nexit 254`);

const refusal =
  'An error occurred (ResourceNotFoundException) when calling the GetFunction operation: Function not found: arn:aws:lambda:us-west-2:123456789012:function:nonexistent-function-12345';

const words = ['lambda', 'get-function'];

// Windows does not run a shell script by the name of a program.
test.skipIf(process.platform === 'win32').each([
  [
    'the error without its details',
    `aws: [ERROR]: ${refusal}\n\nAdditional error details:\nType: User`,
    `aws: [ERROR]: ${refusal}`,
  ],
  ['the error in the legacy format', `\n${refusal}`, refusal],
  [
    'the last line of other errors',
    'usage: aws [options]\n\naws: error: the following arguments are required',
    'aws: error: the following arguments are required',
  ],
])('returns %s', async (_, stderr, why) => {
  await failing(stderr);
  expect(await awsCli('us-east-1', words)).toEqual({ outcome: 'failed', why });
});

test.skipIf(process.platform === 'win32')('requests output without a pager and errors without details', async () => {
  await anAwsCli('echo "$*, pager <$AWS_PAGER>, errors <$AWS_CLI_ERROR_FORMAT>"');
  expect(await awsCli('eu-west-1', words)).toEqual({
    outcome: 'done',
    text: 'lambda get-function --region eu-west-1 --output json, pager <>, errors <legacy>\n',
  });
});
