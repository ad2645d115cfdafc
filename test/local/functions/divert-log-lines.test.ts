import { expect, test } from 'vitest';

import { divertLogLines } from './divert-log-lines.ts';

test('writes log lines of functions to the log and everything else to the terminal', () => {
  const written = { terminal: '', log: '' };
  const into = (place: 'terminal' | 'log') => ({
    write: (chunk: string | Uint8Array): boolean => {
      written[place] += String(chunk);
      return true;
    },
  });
  const terminal = into('terminal');
  divertLogLines(terminal, into('log'));
  terminal.write('Recado is up\n');
  terminal.write('{"level":"info"}\n');
  expect(written).toEqual({ terminal: 'Recado is up\n', log: '{"level":"info"}\n' });
});
