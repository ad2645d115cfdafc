import { execFile } from 'node:child_process';

import { BadArguments } from './bad-arguments.ts';

export type AwsReply = { outcome: 'done'; text: string } | { outcome: 'failed'; why: string };

/** The operator's AWS CLI, for services that the product has no client for. */
export type Aws = (region: string, words: readonly string[]) => Promise<AwsReply>;

const where = 'https://docs.aws.amazon.com/cli/latest/userguide/getting-started-install.html';

export const awsCli: Aws = (region, words) =>
  new Promise((resolve, reject) => {
    const options = { env: { ...process.env, AWS_PAGER: '', AWS_CLI_ERROR_FORMAT: 'legacy' }, timeout: 60_000 };
    execFile('aws', [...words, '--region', region, '--output', 'json'], options, (error, stdout, stderr) => {
      if (!error) resolve({ outcome: 'done', text: stdout });
      else if (error.code === 'ENOENT') reject(new BadArguments(`Install the AWS CLI, version 2: ${where}`));
      else resolve({ outcome: 'failed', why: reasonIn(stderr) || error.message });
    });
  });

/**
 * Versions since 2026 print details below the error unless the format is `legacy`.
 * https://docs.aws.amazon.com/cli/latest/userguide/cli-usage-error-format.html
 */
function reasonIn(stderr: string): string {
  const lines = stderr.trim().split(/\r?\n/);
  return lines.find((line) => line.includes('An error occurred')) ?? lines.at(-1) ?? '';
}
