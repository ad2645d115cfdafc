import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { describe, expect, inject, test } from 'vitest';

import { BadArguments } from '#functions/operator/bad-arguments.ts';
import { checkPlace } from '#functions/operator/check-place.ts';
import { parseStage } from '#infra/config.ts';

import { aTable } from '../../support/worlds/a-table.ts';

const command = fileURLToPath(new URL('../../../functions/operator/command.ts', import.meta.url));

/** An environment without the machine's own credentials. */
const nobody = {
  PATH: process.env['PATH'],
  HOME: '/nowhere',
  USERPROFILE: '/nowhere',
  AWS_CONFIG_FILE: '/nowhere/config',
  AWS_SHARED_CREDENTIALS_FILE: '/nowhere/credentials',
  AWS_EC2_METADATA_DISABLED: 'true',
};

const ops = (argv: string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, [command, ...argv], { env: { ...nobody, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });

const someone = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };

describe('a wrong place', () => {
  test.each<[string, string[], NodeJS.ProcessEnv, string]>([
    ['no credentials', ['keys', '--stage', 'prod'], {}, 'No usable AWS credentials ('],
    ['an unknown profile', ['keys', '--stage', 'prod'], { AWS_PROFILE: 'nobody' }, 'No usable AWS credentials ('],
    ['a mistyped stage', ['keys', '--stage', 'prdo'], someone, 'There is no stage "prdo": infra/stages/prdo.jsonc'],
    ['a mistyped stage to stop', ['stop', '--stage', 'prdo', '--yes'], someone, 'There is no stage "prdo"'],
    ['a machine without the AWS CLI', ['stop', '--stage', 'prod'], { PATH: '/nowhere' }, 'Install the AWS CLI'],
    [
      'a missing table',
      ['keys', '--table', 'recado-none', '--region', 'us-east-1', '--endpoint', 'DYNAMODB'],
      someone,
      'There is no table recado-none in us-east-1 in the account',
    ],
    [
      'a server that does not answer',
      ['keys', '--table', 'recado-none', '--endpoint', 'http://127.0.0.1:1'],
      someone,
      'DynamoDB in us-east-1 does not answer for table recado-none (',
    ],
  ])('prints one sentence without a stack trace and exits with code 2 on %s', async (_what, argv, env, sentence) => {
    const { code, said } = await ops(
      argv.map((word) => (word === 'DYNAMODB' ? inject('dynamodbUrl') : word)),
      env,
    );
    expect(said).toContain(sentence);
    expect(said.trimEnd()).not.toContain('\n');
    expect(code).toBe(2);
  });
});

/** Checks a place in the account of DynamoDB Local. Returns the complaint, if any. */
async function toldIn(account: string | undefined, endpoint?: string): Promise<unknown> {
  const settings = parseStage('prod', account === undefined ? {} : { account });
  const place = { DATA_REGION: 'us-east-1', settings, ...(endpoint !== undefined && { DYNAMODB_ENDPOINT: endpoint }) };
  return checkPlace(await aTable(), place).then(
    () => 'go on',
    (error: unknown) => (error instanceof BadArguments ? error.message : error),
  );
}

describe('the account of a stage', () => {
  test('continues when the table is in the account or the settings name none', async () => {
    expect([await toldIn('000000000000'), await toldIn(undefined)]).toEqual(['go on', 'go on']);
  });

  test('stops when the table is in another account', async () => {
    expect(await toldIn('111122223333')).toBe(
      'These credentials belong to account 000000000000, but stage "prod" is in 111122223333. Nothing was changed.',
    );
  });

  test('compares no account when the server is not Amazon’s', async () => {
    expect(await toldIn('111122223333', inject('dynamodbUrl'))).toBe('go on');
  });
});
