import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { beginsWithMention, readMessage } from './addressed.ts';
import { answerSigns } from './answer-signs.ts';

const own = ['5521955550000', '700100200300'];

describe('readMessage', () => {
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
  ])('reads %j as the command %j, addressed by %j', (text, words, addressed) => {
    expect(readMessage(text, own)).toEqual({ words, addressed });
  });

  test.each(['', '   ', '/', '!', '@700100200300', '🌙', '...', '\u200b', '\n\n'])('finds no command in %j', (text) => {
    expect(readMessage(text, own)).toBeUndefined();
  });

  test('finds no command in a text that begins like our own replies', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(answerSigns)), fc.string(), (sign, rest) => {
        expect(readMessage(`${sign} ${rest}`, own)).toBeUndefined();
        expect(readMessage(` \u200e${sign.replace('\ufe0f', '')}${rest}`, own)).toBeUndefined();
      }),
    );
  });

  test('never throws and never returns an empty command', () => {
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
])('checks whether %j begins with a mention: %j', (text, begins) => {
  expect(beginsWithMention(text)).toBe(begins);
});
