import { describe, expect, test } from 'vitest';

import { parseStage, type StageConfig } from '#infra/config.ts';

import type { Aws, AwsReply } from '../aws-cli.ts';
import { connect } from '../connect.ts';
import { runCommand } from '../run-command.ts';
import { stageFunctions } from './stage-functions.ts';
import { start } from './start.ts';
import { stop } from './stop.ts';

const account = '111122223333';
const skillId = 'amzn1.ask.skill.00000000-0000-0000-0000-000000000000';
const settings = parseStage('prod', { account, skillId, reservedConcurrency: { webhook: 50 } });
const inEurope = parseStage('prod', {
  skillId,
  skillInEurope: true,
  domain: { name: 'recado.example.com', zone: { id: 'Z1', name: 'example.com' } },
});

const done = (value: unknown = {}): AwsReply => ({ outcome: 'done', text: JSON.stringify(value) });

type Options = {
  config?: StageConfig;
  account?: string;
  without?: string[];
  besides?: { region: string; name: string }[];
};

/** A fake AWS account with the functions of a stage, limited to what the commands use. */
function anAccount({ config = settings, without = [], besides = [], ...given }: Options = {}) {
  const parts = stageFunctions(config);
  const reserved = new Map<string, number>();
  const key = (region: string, name: string | undefined) => `${region} ${name}`;
  for (const one of parts) if (one.reserved !== undefined) reserved.set(key(one.region, one.name), one.reserved);
  const state = {
    reserved,
    stream: 'Enabled',
    /** The state after the next read. */
    turning: undefined as string | undefined,
    changes: [] as string[],
    fails: (_words: readonly string[], _region: string): boolean => false,
    why: 'Rate exceeded',
  };
  const aws: Aws = (region, words) => {
    const [, action = '', ...rest] = words;
    if (state.fails(words, region)) return Promise.resolve({ outcome: 'failed', why: state.why });
    if (!/^(?:get|list)-/.test(action)) state.changes.push(`${action} ${rest.join(' ')}`);
    return Promise.resolve(answer(region, action, rest));
  };
  const valueOf = (rest: readonly string[], option: string) => rest[rest.indexOf(option) + 1];
  function answer(region: string, action: string, rest: readonly string[]): AwsReply {
    const name = valueOf(rest, '--function-name');
    switch (action) {
      case 'get-caller-identity':
        return done({ Account: given.account ?? account });
      case 'list-functions':
        return done([
          ...parts.filter((one) => one.region === region && !without.includes(one.name)),
          ...besides.filter((one) => one.region === region).map((one) => ({ ...one, seconds: 120 })),
        ]);
      case 'put-function-concurrency':
        reserved.set(key(region, name), Number(valueOf(rest, '--reserved-concurrent-executions')));
        return done();
      case 'delete-function-concurrency':
        reserved.delete(key(region, name));
        return done();
      case 'list-event-source-mappings':
        return done({
          EventSourceMappings: [
            { UUID: 'another', State: 'Enabled', FunctionArn: `arn:aws:lambda:${region}:${account}:function:mailer` },
            {
              UUID: 'the-stream',
              State: state.stream,
              FunctionArn: `arn:aws:lambda:${region}:${account}:function:recado-prod-worker:live`,
            },
          ],
        });
      case 'get-event-source-mapping': {
        const now = state.stream;
        if (state.turning !== undefined) [state.stream, state.turning] = [state.turning, undefined];
        return done({ UUID: 'the-stream', State: now });
      }
      case 'update-event-source-mapping': {
        if (state.stream.endsWith('ing')) return { outcome: 'failed', why: 'ResourceInUseException' };
        const on = rest.includes('--enabled');
        state.stream = on ? 'Enabling' : 'Disabling';
        state.turning = on ? 'Enabled' : 'Disabled';
        return done();
      }
      default:
        return { outcome: 'failed', why: `the account does not know ${action}` };
    }
  }
  const run = async (...argv: string[]) => {
    const lines: string[] = [];
    const errors: string[] = [];
    const print = (line: string) => void lines.push(line);
    const target = { TABLE_NAME: 'none', DATA_REGION: 'us-east-1', TABLE_TIMEOUT_MS: 1, isLocal: false };
    const operator = { ...connect({ ...target, settings: config }, print, print), aws, pause: () => Promise.resolve() };
    const printError = (line: string) => void errors.push(line);
    const code = await runCommand([stop, start], argv, { print, printError, connect: () => Promise.resolve(operator) });
    return { code, text: lines.join('\n'), errors };
  };
  const copiesOf = (region: string, name: string) => reserved.get(key(region, name));
  const copies = () => parts.map((one) => copiesOf(one.region, one.name));
  return { state, run, parts, copies, copiesOf };
}

const denied = (code: string, sentence: string) =>
  `An error occurred (${code}) when calling the ListFunctions operation: ${sentence}`;

describe('stop', () => {
  test('disables the stream, sets the concurrency of every function to zero, and reports it', async () => {
    const { run, copies, parts, state } = anAccount();
    const { code, text } = await run('stop', '--yes');
    expect(code).toBe(0);
    expect(copies().every((number) => number === 0)).toBe(true);
    expect(state.stream).toBe('Disabled');
    expect(text).toContain("recado-prod-worker does not read the table's stream.");
    expect(parts.filter(({ name }) => !text.includes(`${name} is stopped in us-east-1.`))).toEqual([]);
    expect(text).toMatch(/All \d+ functions are stopped; the last call ends within \d+ s\.$/);
  });

  test('lists the functions without --yes', async () => {
    const { run, state } = anAccount();
    const { code, text } = await run('stop');
    expect([code, state.changes]).toEqual([0, []]);
    expect(text).toContain('recado-prod-webhook, us-east-1');
  });

  test('stops the copy of the skill in Europe', async () => {
    const { run, copies, parts } = anAccount({ config: inEurope });
    expect((await run('stop', '--yes')).code).toBe(0);
    expect(parts.filter(({ region }) => region === 'eu-west-1').map(({ name }) => name)).toEqual([
      'recado-prod-alexa-skill',
    ]);
    expect(copies().every((number) => number === 0)).toBe(true);
  });

  test('stops the copy of the skill whose setting was removed', async () => {
    const { run, copiesOf, parts } = anAccount({ besides: [{ region: 'eu-west-1', name: 'recado-prod-alexa-skill' }] });
    const { code, text } = await run('stop', '--yes');
    expect([code, copiesOf('eu-west-1', 'recado-prod-alexa-skill')]).toEqual([0, 0]);
    expect(text).toContain('recado-prod-alexa-skill is stopped in eu-west-1.');
    expect(text).toContain(`All ${parts.length + 1} functions are stopped; the last call ends within 900 s.`);
  });

  test('waits until the stream has stopped changing before it disables it', async () => {
    const { run, state } = anAccount();
    [state.stream, state.turning] = ['Enabling', 'Enabled'];
    expect((await run('stop', '--yes')).code).toBe(0);
    expect(state.stream).toBe('Disabled');
  });
});

test('restores the reserved concurrency of the settings and removes the limit of the other functions', async () => {
  const { run, copies, parts, state } = anAccount();
  const before = copies();
  expect(before).toContain(50);
  await run('stop', '--yes');
  const { code, text } = await run('start', '--yes');
  expect(code).toBe(0);
  expect([copies(), state.stream]).toEqual([before, 'Enabled']);
  expect(text).toContain('recado-prod-webhook runs in us-east-1, with a reserved concurrency of 50.');
  expect(text).toContain(`All ${parts.length} functions run.`);
});

describe.each([
  ['stop', 0, 'Disabled'],
  ['start', undefined, 'Enabled'],
] as const)('%s', (command, copiesOfWorker, stream) => {
  test('has the same result when repeated', async () => {
    const { run, copies, state } = anAccount();
    await run(command, '--yes');
    const once = [copies(), state.stream];
    expect((await run(command, '--yes')).code).toBe(0);
    expect([copies(), state.stream]).toEqual(once);
  });

  test('continues after a failure, reports the remaining function, and completes when repeated', async () => {
    const { run, copies, state, parts } = anAccount();
    if (command === 'start') await run('stop', '--yes');
    state.fails = (words) => /-function-concurrency/.test(words[1] ?? '') && words.includes('recado-prod-worker');
    const { code, text } = await run(command, '--yes');
    expect(code).toBe(1);
    expect(text).toContain('NOT DONE: recado-prod-worker in us-east-1: Rate exceeded');
    expect(text).toContain(`1 of ${parts.length} functions failed: run it again.`);
    state.fails = () => false;
    expect((await run(command, '--yes')).code).toBe(0);
    expect(copies()[parts.findIndex(({ readsStream }) => readsStream)]).toBe(copiesOfWorker);
    expect(state.stream).toBe(stream);
  });

  test('changes nothing with credentials of another account', async () => {
    const { run, state } = anAccount({ account: '444455556666' });
    const { code, errors } = await run(command, '--yes');
    expect([code, state.changes]).toEqual([2, []]);
    expect(errors).toEqual([
      'These credentials belong to account 444455556666, but stage "prod" is in 111122223333. Nothing was changed.',
    ]);
  });

  test('changes nothing when the stage has no functions', async () => {
    const { run, state, parts } = anAccount({ without: stageFunctions(settings).map(({ name }) => name) });
    const { code, errors } = await run(command, '--yes');
    expect([code, state.changes, parts.length > 15]).toEqual([2, [], true]);
    expect(errors).toEqual([`Account ${account} has no function of stage "prod". Nothing was changed.`]);
  });

  test('reports a failing AWS CLI in one sentence', async () => {
    const { run, state } = anAccount();
    state.fails = ([service]) => service === 'sts';
    const { code, errors } = await run(command, '--yes');
    expect([code, errors]).toEqual([2, ['aws sts get-caller-identity failed: Rate exceeded']]);
  });

  test('skips a function that is not deployed and includes one of an older version', async () => {
    const besides = [{ region: 'us-east-1', name: 'recado-prod-older' }];
    const { run, state, copiesOf } = anAccount({ without: ['recado-prod-skill-events'], besides });
    const { code, text } = await run(command, '--yes');
    expect(code).toBe(0);
    expect(text).toContain('recado-prod-skill-events is not in us-east-1.');
    expect(copiesOf('us-east-1', 'recado-prod-older')).toBe(copiesOfWorker);
    expect(state.changes.filter((change) => change.includes('skill-events'))).toEqual([]);
    expect(state.changes.filter((change) => change.includes('older'))).toHaveLength(1);
  });

  test('changes the other functions when a region does not answer, and does not report success', async () => {
    const { run, copies, state, parts } = anAccount();
    state.fails = (_words, region) => region === 'eu-west-1';
    const { code, text } = await run(command, '--yes');
    expect([code, copies()[parts.findIndex(({ readsStream }) => readsStream)]]).toEqual([1, copiesOfWorker]);
    expect(text).toContain('NOT DONE: eu-west-1: aws lambda list-functions failed: Rate exceeded');
    expect(text).toContain(`0 of ${parts.length} functions failed, and those in eu-west-1 are unknown: run it again.`);
  });

  test.each([
    ['AccessDeniedException', 'User: ops is not authorized, with an explicit deny in a service control policy'],
    ['UnrecognizedClientException', 'The security token included in the request is invalid.'],
  ])('skips a region without wanted functions that denies the list with %s', async (code, sentence) => {
    const { run, state, parts } = anAccount();
    state.fails = (_words, region) => region === 'eu-west-1';
    state.why = denied(code, sentence);
    const { code: exit, text } = await run(command, '--yes');
    expect(exit).toBe(0);
    expect(text).toContain(
      `eu-west-1 is skipped, because the settings have no function there: aws lambda list-functions`,
    );
    expect(text).toContain(sentence);
    expect(text).toContain(`All ${parts.length} functions`);
    expect((await run(command)).code).toBe(0);
  });

  test('reports a region that denies the list when the settings have a function there', async () => {
    const { run, state } = anAccount({ config: inEurope });
    state.fails = (_words, region) => region === 'eu-west-1';
    state.why = denied('AccessDeniedException', 'User: ops is not authorized.');
    const { code, text } = await run(command, '--yes');
    expect(code).toBe(1);
    expect(text).toContain(`NOT DONE: eu-west-1: aws lambda list-functions failed: ${state.why}`);
  });

  test('rejects a target without a stage', async () => {
    const nowhere = { TABLE_NAME: 'recado', DATA_REGION: 'us-east-1', TABLE_TIMEOUT_MS: 1, isLocal: true };
    const errors: string[] = [];
    const quiet = () => undefined;
    const code = await runCommand([stop, start], [command, '--local', '--yes'], {
      print: quiet,
      printError: (line) => void errors.push(line),
      connect: () => Promise.resolve(connect(nowhere, quiet, quiet)),
    });
    expect([code, errors]).toEqual([2, ['Add the stage: --stage <name>, for example --stage prod.']]);
  });
});
