import { describe, expect, test } from 'vitest';

import { readMessage } from './addressed.ts';
import { prefixProblem, withoutPrefix, withPrefix } from './prefix.ts';

const wordsIn = (message: string, prefix: string | undefined, own: readonly string[] = []) => {
  const text = readMessage(message, own);
  return text && withoutPrefix(text, prefix)?.words;
};

test.each([
  ['boa noite', undefined, 'boa noite'],
  ['Casa, boa noite!', 'casa', 'boa noite'],
  ['CASA  boa noite', 'Casa', 'boa noite'],
  ['Mansão boa noite', 'mansao', 'boa noite'],
  ['/casa boa noite', 'casa', 'boa noite'],
  ['/boa noite', '/', 'boa noite'],
  ['! boa noite', '/', 'boa noite'],
  ['boa noite', 'casa', undefined],
  ['boa noite', '/', undefined],
  ['casa', 'casa', undefined],
  ['casarão boa noite', 'casa', undefined],
  ['em casa boa noite', 'casa', undefined],
])('reads the command of %j with the prefix %j as %j', (message, prefix, words) => {
  expect(wordsIn(message, prefix)).toBe(words);
});

test('needs no prefix in a message that mentions the linked number', () => {
  expect(wordsIn('@5511955500001 boa noite', 'casa', ['5511955500001'])).toBe('boa noite');
});

test('treats a message with the prefix as addressed, so that a near miss gets a suggestion', () => {
  expect(withoutPrefix({ words: 'casa boa noit', addressed: undefined }, 'casa')).toEqual({
    words: 'boa noit',
    addressed: 'prefix',
  });
});

describe('prefixProblem', () => {
  test.each(['/', '!', '.', 'casa', 'Mansão', 'a', '2', 'x'.repeat(20)])('accepts %j', (prefix) => {
    expect(prefixProblem(prefix)).toBeUndefined();
  });

  test.each(['', ' ', '//', '#', '✅', 'minha casa', 'casa!', 'x'.repeat(21)])('rejects %j', (prefix) => {
    expect(prefixProblem(prefix)).toBe('group.prefixInvalid');
  });
});

test.each([
  ['casa', 'casa Boa noite'],
  ['/', '/Boa noite'],
  [null, 'Boa noite'],
])('writes a command with the prefix %j as %j', (prefix, command) => {
  expect(withPrefix('Boa noite', prefix)).toBe(command);
});

test.each(['casa', '/', '!', 'Mansão'])('reads what it writes with the prefix %j', (prefix) => {
  expect(wordsIn(withPrefix('Boa noite', prefix), prefix)).toBe('boa noite');
});
