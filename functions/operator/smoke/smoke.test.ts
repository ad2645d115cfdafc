import { describe, expect, test } from 'vitest';

import type { HttpReply } from '#functions/providers/http.ts';
import { parseStage } from '#infra/config.ts';

import type { Aws, AwsReply } from '../aws-cli.ts';
import { connect } from '../connect.ts';
import { runCommand } from '../run-command.ts';
import { smoke } from './smoke.ts';

const account = '111122223333';
const canary = { everyMinutes: 5 };
const status = JSON.stringify({ asOf: '2026-11-28T12:00:00.000Z', channels: [], homesSilentSince: null });
const answer = (given: Partial<HttpReply & { outcome: 'reply' }> = {}): HttpReply => ({
  outcome: 'reply',
  status: 200,
  headers: {},
  body: status,
  ...given,
});

type Options = { settings?: object; reply?: HttpReply; aws?: Readonly<Record<string, AwsReply>> };

async function run({ settings = {}, reply = answer(), aws: special = {} }: Options = {}) {
  const asked: string[] = [];
  const lines: string[] = [];
  const replies: Readonly<Record<string, AwsReply>> = {
    'get-caller-identity': { outcome: 'done', text: JSON.stringify({ Account: account }) },
    'describe-stacks': { outcome: 'done', text: '["https://recado.example.com"]' },
    invoke: { outcome: 'done', text: JSON.stringify({ StatusCode: 200, ExecutedVersion: '3' }) },
    ...special,
  };
  const aws: Aws = (region, words) => {
    asked.push(`${region} ${words.join(' ')}`);
    return Promise.resolve(replies[words[1] ?? ''] ?? { outcome: 'failed', why: 'unexpected command' });
  };
  const print = (line: string) => void lines.push(line);
  const target = { TABLE_NAME: 'none', DATA_REGION: 'us-east-1', TABLE_TIMEOUT_MS: 1, isLocal: false };
  const operator = {
    ...connect({ ...target, settings: parseStage('prod', { account, ...settings }) }, print, print),
    aws,
    http: ({ url }: { url: string }) => Promise.resolve((asked.push(url), reply)),
    pause: (ms: number) => Promise.resolve(void asked.push(`waits ${ms / 1000} s`)),
  };
  const terminal = { print, printError: print, connect: () => Promise.resolve(operator) };
  return { code: await runCommand([smoke], ['smoke', '--stage', 'prod'], terminal), lines, asked };
}

test('requests the status of the stage after the CDN has dropped the copy from before the deployment', async () => {
  const { code, lines, asked } = await run();
  expect([code, lines]).toEqual([0, ['Stage "prod": /api/status works.']]);
  expect(asked.slice(1)).toEqual([
    expect.stringMatching(/^us-east-1 cloudformation describe-stacks --stack-name Recado-prod-edge --query .*AppUrl/),
    'waits 60 s',
    'https://recado.example.com/api/status',
  ]);
});

test('runs the canary once through its alias if the stage has one', async () => {
  const { code, lines, asked } = await run({ settings: { canary } });
  expect([code, lines]).toEqual([0, ['Stage "prod": /api/status and the canary work.']]);
  expect(asked.filter((words) => words.includes(' invoke '))).toEqual([
    expect.stringContaining('lambda invoke --function-name recado-prod-canary --qualifier live '),
  ]);
});

describe('exit code 1', () => {
  test.each<[string, Options, string]>([
    [
      'the address does not respond',
      { reply: { outcome: 'lost' } },
      'https://recado.example.com/api/status does not answer.',
    ],
    ['the function fails', { reply: answer({ status: 503 }) }, 'https://recado.example.com/api/status returned 503.'],
    [
      'the address serves a page',
      { reply: answer({ body: '<!doctype html>' }) },
      'https://recado.example.com/api/status returned something other than a status.',
    ],
    [
      'the CDN serves a stale copy because the function fails',
      { reply: answer({ headers: { age: '61' } }) },
      'https://recado.example.com/api/status returned a stale copy from the CDN.',
    ],
    [
      'the canary fails',
      {
        settings: { canary },
        aws: { invoke: { outcome: 'done', text: JSON.stringify({ StatusCode: 200, FunctionError: 'Unhandled' }) } },
      },
      'The canary failed, and its log contains the reason (docs/alarms.md, canary-fails).',
    ],
  ])('reports in one sentence that %s', async (_what, options, sentence) => {
    const { code, lines } = await run(options);
    expect([code, lines]).toEqual([1, [sentence]]);
  });
});

describe('exit code 2', () => {
  test.each<[string, Options, string]>([
    [
      'the credentials are of another account',
      { settings: { account: '444455556666' } },
      `These credentials belong to account ${account}, but stage "prod" is in 444455556666. Nothing was changed.`,
    ],
    [
      'the stage is not deployed',
      { aws: { 'describe-stacks': { outcome: 'failed', why: 'Stack with id Recado-prod-edge does not exist' } } },
      'aws cloudformation describe-stacks failed: Stack with id Recado-prod-edge does not exist',
    ],
    [
      'the operator may not invoke the canary',
      { settings: { canary }, aws: { invoke: { outcome: 'failed', why: 'AccessDeniedException' } } },
      'aws lambda invoke failed: AccessDeniedException',
    ],
  ])('reports in one sentence that %s', async (_what, options, sentence) => {
    const { code, lines } = await run(options);
    expect([code, lines]).toEqual([2, [sentence]]);
  });
});
