import { randomUUID } from 'node:crypto';

import type { Table } from '#functions/data/table.ts';
import { commands } from '#functions/operator/commands.ts';
import type { OperatorCommand, Operator, Typed } from '#functions/operator/operator.ts';
import { runCommand, type ExitCode } from '#functions/operator/run-command.ts';
import { createSecrets } from '#functions/platform/secrets/secrets.ts';

export type Printed = { code: ExitCode; text: string; errors: string };

type Given = Partial<Omit<Operator, 'table' | 'print' | 'secrets'>> & {
  /** The JSON value of each secret, by name. */
  secrets?: Readonly<Record<string, unknown>>;
  commands?: readonly OperatorCommand[];
};

export function anOperator(table: Table, given: Given = {}) {
  const { secrets: known = {}, commands: all = commands, now = () => new Date(), ...others } = given;
  const read = (name: string) => Promise.resolve(known[name] === undefined ? undefined : JSON.stringify(known[name]));
  const base = {
    table,
    stage: 'prod',
    settings: undefined,
    aws: () => Promise.resolve({ outcome: 'failed' as const, why: 'There is no AWS CLI in tests.' }),
    http: () => Promise.resolve({ outcome: 'notSent' as const }),
    secrets: createSecrets({ read, log: () => undefined, now }),
    stripe: () => Promise.resolve(undefined),
    now,
    newId: randomUUID,
    pause: () => Promise.resolve(),
    ...others,
  };
  return async (...argv: string[]): Promise<Printed> => {
    const lines: string[] = [];
    const errors: string[] = [];
    const connect = (_: Typed) => Promise.resolve({ ...base, print: (line: string) => void lines.push(line) });
    const code = await runCommand(all, argv, {
      print: (line) => void lines.push(line),
      printError: (line) => void errors.push(line),
      connect,
    });
    return { code, text: lines.join('\n'), errors: errors.join('\n') };
  };
}
