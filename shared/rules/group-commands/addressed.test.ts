import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { beginsWithMention, readMessage } from './addressed.ts';
import { answerSigns } from './answer-signs.ts';

const own = ['5521955550000', '700100200300'];

describe('the command in a message', () => {
  test.each([
    ['Boa noite', 'boa noite', undefined],
    ['/boa noite', 'boa noite', 'sign'],
    ['!Boa noite', 'boa noite', 'sign'],
    ['.boa noite', 'boa noite', 'sign'],
    ['! boa noite', 'boa noite', 'sign'],
    ['\u200e/boa noite', 'boa noite', 'sign'],
    ['...boa noite', 'boa noite', undefined],
    ['!!boa noite', 'boa noite', undefined],
    ['@5521955550000 boa noite', 'boa noite', 'mention'],
    ['@700100200300, boa noite', 'boa noite', 'mention'],
    ['@700100200300 /boa noite', 'boa noite', 'sign'],
    ['/@700100200300 boa noite', 'boa noite', 'sign'],
    ['@5511900000000 boa noite', '5511900000000 boa noite', undefined],
    ['boa noite\nfamília', 'boa noite', undefined],
    ['\n  boa noite  \r\nfamília', 'boa noite', undefined],
  ])('%j is %j, addressed by %j', (text, words, addressed) => {
    expect(readMessage(text, own)).toEqual({ words, addressed });
  });

  test.each(['', '   ', '/', '!', '@700100200300', '🌙', '...', '\u200b', '\n\n'])('%j has none', (text) => {
    expect(readMessage(text, own)).toBeUndefined();
  });

  test('is nowhere in what begins like an answer of ours, whatever follows', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(answerSigns)), fc.string(), (sign, rest) => {
        expect(readMessage(`${sign} ${rest}`, own)).toBeUndefined();
        expect(readMessage(` \u200e${sign.replace('\ufe0f', '')}${rest}`, own)).toBeUndefined();
      }),
    );
  });

  test('is found in any text without an exception, and is never empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readMessage(text, own)?.words).not.toBe('');
      }),
    );
  });
});

test.each([
  ['@5521955550000 oi', true],
  ['/@700 oi', true],
  ['oi @700', false],
  ['@ana oi', false],
])('%j begins with a mention: %j', (text, begins) => {
  expect(beginsWithMention(text)).toBe(begins);
});
