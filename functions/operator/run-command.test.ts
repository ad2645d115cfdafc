import { describe, expect, test } from 'vitest';

import { commands } from './commands.ts';
import { connect } from './connect.ts';
import type { OperatorCommand, Typed } from './operator.ts';
import { runCommand } from './run-command.ts';

async function typed(...argv: string[]) {
  const said: string[] = [];
  const errors: string[] = [];
  const code = await runCommand(commands, argv, {
    print: (line) => void said.push(line),
    printError: (line) => void errors.push(line),
    connect: () => Promise.reject(new Error('Nobody asked for that.')),
  });
  return { code, said: said.join('\n'), errors: errors.join('\n') };
}

const names = commands.map(({ name }) => name);

describe('help', () => {
  test('lists every command with its purpose and the options for the target', async () => {
    for (const argv of [['--help'], ['help']]) {
      const { code, said } = await typed(...argv);
      expect(code).toBe(0);
      const untold = commands.filter(({ name, about }) => !new RegExp(`^ +${name} +${about}$`, 'm').test(said));
      expect(untold).toEqual([]);
      expect(said).toContain('--local');
      expect(said).toContain('--stage');
    }
  });

  test('prints the help and exits with 2 when the command is missing', async () => {
    const { code, said } = await typed();
    expect([code, names.every((name) => said.includes(name))]).toEqual([2, true]);
  });

  test.each(names)('documents the arguments and every option of %s', async (name) => {
    const { code, said } = await typed(name, '--help');
    expect(code).toBe(0);
    expect(said).toContain(`npm run ops -- ${name}`);
    const options = Object.keys(commands.find((one) => one.name === name)?.options ?? {});
    expect(options.filter((option) => !said.includes(`--${option}`))).toEqual([]);
  });
});

describe('wrong arguments', () => {
  test.each([
    [['dance'], 'There is no command "dance".'],
    [['forget'], 'Usage: npm run ops -- forget <user id or e-mail>'],
    [['forget', 'one', 'two'], 'Usage: npm run ops'],
    [['explain', '1', '--colour', 'red'], "Unknown option '--colour'"],
    [['explain', '1', '--at'], "'--at <value>' argument missing"],
    [['explain', '1', '--json=yes'], "'--json' does not take an argument"],
  ])('rejects %j with one sentence and does nothing', async (argv, sentence) => {
    const { code, said, errors } = await typed(...argv);
    expect([code, said]).toEqual([2, '']);
    expect(errors).toContain(sentence);
    expect(errors).not.toContain('\n');
  });
});

test('passes words, options and switches to the command and returns its exit code', async () => {
  const seen: Typed[] = [];
  const command: OperatorCommand = {
    name: 'greet',
    about: 'greets',
    usage: '<whom>',
    options: { with: 'text', twice: 'switch' },
    words: { min: 1, max: 1 },
    run: (given) => Promise.resolve(seen.push(given) === 1 ? 'done' : 'notDone'),
  };
  const quiet = (): void => undefined;
  const nowhere = { TABLE_NAME: 'none', DATA_REGION: 'us-east-1', TABLE_TIMEOUT_MS: 1, isLocal: true };
  const connecting = () => Promise.resolve(connect(nowhere, quiet, quiet));
  const terminal = { print: quiet, printError: quiet, connect: connecting };
  const run = (...argv: string[]) => runCommand([command], ['greet', ...argv], terminal);
  expect(await run('ana', '--with', 'flowers', '--twice', '--stage', 'prod')).toBe(0);
  expect(await run('ana')).toBe(1);
  const [first, second] = seen;
  expect([first?.words, first?.text('with'), first?.has('twice')]).toEqual([['ana'], 'flowers', true]);
  expect([first?.text('stage'), second?.text('with'), second?.has('twice')]).toEqual(['prod', undefined, false]);
});
