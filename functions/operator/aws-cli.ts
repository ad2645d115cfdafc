import { execFile } from 'node:child_process';

import { BadArguments } from './bad-arguments.ts';

export type AwsReply = { outcome: 'done'; text: string } | { outcome: 'failed'; why: string };

/** The operator's AWS CLI, for services that the product has no client for. */
export type Aws = (region: string, words: readonly string[]) => Promise<AwsReply>;

const where = 'https://docs.aws.amazon.com/cli/latest/userguide/getting-started-install.html';

export const awsCli: Aws = (region, words) =>
  new Promise((resolve, reject) => {
    const options = { env: { ...process.env, AWS_PAGER: '' }, timeout: 60_000 };
    execFile('aws', [...words, '--region', region, '--output', 'json'], options, (error, stdout, stderr) => {
      if (!error) resolve({ outcome: 'done', text: stdout });
      else if (error.code === 'ENOENT') reject(new BadArguments(`Install the AWS CLI, version 2: ${where}`));
      else resolve({ outcome: 'failed', why: lastLine(stderr) || error.message });
    });
  });

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
