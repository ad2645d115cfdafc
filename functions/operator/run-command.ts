import { parseArgs } from 'node:util';

import { BadArguments } from './bad-arguments.ts';
import type { OperatorCommand, Operator, Typed } from './operator.ts';
import { targetOptions } from './target.ts';

export type Terminal = {
  /** Throws `BadArguments`. */
  connect: (typed: Typed, command: Pick<OperatorCommand, 'needsTable'>) => Promise<Operator>;
  print: (line: string) => void;
  printError: (line: string) => void;
};

/** 0: success. 1: incomplete. 2: wrong arguments. */
export type ExitCode = 0 | 1 | 2;

export async function runCommand(
  commands: readonly OperatorCommand[],
  argv: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === 'help') {
    terminal.print(listOf(commands));
    return name === undefined ? 2 : 0;
  }
  try {
    const command = commands.find((one) => one.name === name);
    if (!command) throw new BadArguments(`There is no command "${name}". npm run ops -- --help lists them.`);
    if (rest.includes('--help')) {
      terminal.print(`${usageOf(command)}\n\n${placeHelp}`);
      return 0;
    }
    const typed = read(command, rest);
    return (await command.run(typed, await terminal.connect(typed, command))) === 'done' ? 0 : 1;
  } catch (error) {
    if (!(error instanceof BadArguments)) throw error;
    terminal.printError(error.message);
    return 2;
  }
}

const placeHelp = [
  'Where: --local (the product that npm start runs here), or --stage <name> with credentials of its AWS account in the',
  'environment. --table, --region and --endpoint select another table.',
].join('\n');

const usageOf = ({ name, usage }: OperatorCommand): string => `npm run ops -- ${name} ${usage}`;

function listOf(commands: readonly OperatorCommand[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'npm run ops -- <command> ...; npm run ops -- <command> --help describes a command.',
    '',
    ...commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`),
    '',
    placeHelp,
  ].join('\n');
}

function read(command: OperatorCommand, rest: readonly string[]): Typed {
  const { values, positionals } = parseWords(command, rest);
  const { min, max } = command.words;
  if (positionals.length < min || positionals.length > max) {
    throw new BadArguments(`Usage: ${usageOf(command).split('\n')[0]}`);
  }
  return {
    words: positionals,
    text: (option) => {
      const value = values[option];
      return typeof value === 'string' ? value : undefined;
    },
    has: (option) => values[option] === true,
  };
}

function parseWords(command: OperatorCommand, rest: readonly string[]) {
  const kinds = { ...targetOptions, ...command.options };
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      kind === 'text' ? ({ type: 'string' } as const) : ({ type: 'boolean' } as const),
    ]),
  );
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new BadArguments(`${error.message.split('\n')[0]} See: npm run ops -- ${command.name} --help`);
  }
}
