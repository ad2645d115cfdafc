import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, inject, onTestFinished, test } from 'vitest';

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
      'AWS in us-east-1 does not answer (',
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

  test.each([
    ['AccessDenied', 'User: arn:aws:iam::111122223333:user/ana is not authorized to perform: sts:AssumeRole'],
    ['InvalidClientTokenId', 'The security token included in the request is invalid'],
  ])(
    'prints one sentence and exits with code 2 when STS refuses the role of the profile with %s',
    async (code, words) => {
      const profile = await aProfileWithARole();
      const AWS_ENDPOINT_URL_STS = await anSts(code, words);
      expect(await ops(['keys', '--stage', 'prod'], { ...profile, AWS_ENDPOINT_URL_STS })).toEqual({
        code: 2,
        said: `No usable AWS credentials (${words}): sign in, for example with aws sso login, and set AWS_PROFILE.\n`,
      });
    },
  );
});

async function aProfileWithARole(): Promise<NodeJS.ProcessEnv> {
  const folder = await mkdtemp(join(tmpdir(), 'profile-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE] = [join(folder, 'config'), join(folder, 'credentials')];
  const role =
    '[profile ops]\nrole_arn = arn:aws:iam::111122223333:role/ops\nsource_profile = ana\nregion = us-east-1\n';
  await writeFile(AWS_CONFIG_FILE, role);
  await writeFile(AWS_SHARED_CREDENTIALS_FILE, '[ana]\naws_access_key_id = local\naws_secret_access_key = local\n');
  return { AWS_PROFILE: 'ops', AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE };
}

/** Starts a server that refuses each call as STS does. Returns its URL. */
async function anSts(code: string, words: string): Promise<string> {
  const server = createServer((_, response) => {
    const error = `<Error><Type>Sender</Type><Code>${code}</Code><Message>${words}</Message></Error>`;
    response.writeHead(403, { 'content-type': 'text/xml' });
    response.end(`<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">${error}</ErrorResponse>`);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

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
