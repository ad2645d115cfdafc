import { expect, test } from 'vitest';

import { divertLogLines } from './divert-log-lines.ts';

test('lines of functions go to the log, and what is meant for people stays in the terminal', () => {
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
