import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { triggerNameProblem } from '../names.ts';
import { normaliseCommand } from './normalise.ts';

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());

describe('a message and a name are the same command', () => {
  test.each([
    ['Acender varanda', 'acender varanda'],
    ['ACENDER VARANDA!!!', 'Acender  varanda'],
    ['Portão', 'portao'],
    ['Porta\u0303o', 'PORTÃO'],
    ['Boa noite 🌙', 'boa noite'],
    ['Boa noite ❤️', 'boa noite'],
    ['"Boa noite."', 'boa noite'],
    ['boa\u200b noite\u200d', 'boa noite'],
    ['luz_da-sala', 'luz da sala'],
    ['luz\nda sala', 'luz da sala'],
    ['ｌｕｚ　２', 'Luz 2'],
    ['𝐛𝐨𝐚 𝐧𝐨𝐢𝐭𝐞', 'boa noite'],
    ['1️⃣ luz', '1 luz'],
    ['İstanbul', 'istanbul'],
    ['СВЕТ', 'свет'],
    ['ñandú', 'NANDU'],
  ])('%j and %j', (message, name) => {
    expect(normaliseCommand(message)).toBe(normaliseCommand(name));
  });
});

describe('a message and a name are different commands', () => {
  test.each([
    ['boa noite', 'boanoite'],
    ['luz 1', 'luz 11'],
    ['कि', 'का'],
    ['boa noite a todos', 'boa noite'],
  ])('%j and %j', (message, name) => {
    expect(normaliseCommand(message)).not.toBe(normaliseCommand(name));
  });
});

test('normalising twice changes nothing more', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = normaliseCommand(text);
      expect(normaliseCommand(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});

test('what is left are letters, digits and single blanks, and fits into a key', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const words = normaliseCommand(text);
      expect(words).toMatch(/^(?:[\p{L}\p{N}\p{M}]+(?: [\p{L}\p{N}\p{M}]+)*)?$/u);
      expect(Array.from(words).length).toBeLessThanOrEqual(200);
    }),
    { numRuns: 2_000 },
  );
});

test('case, accents, blanks around and punctuation never make another command', () => {
  const letters = fc.string({ unit: fc.constantFrom(...Array.from('abcãéíõúçñ 0123456789')) });
  fc.assert(
    fc.property(letters, fc.constantFrom('', ' ', '!', '...', '\u200b', '🌙', '\n'), (name, noise) => {
      const words = normaliseCommand(name);
      expect(normaliseCommand(`${noise}${name.toUpperCase().normalize('NFD')}${noise}`)).toBe(words);
      expect(normaliseCommand(name.normalize('NFD').replace(/[\u0300-\u036f]/gu, ''))).toBe(words);
    }),
  );
});

test('the longest names that a trigger may have differ where their first letters do', () => {
  const longest = '\ufdfa'.repeat(110);
  expect(triggerNameProblem(longest)).toBeUndefined();
  expect(normaliseCommand(longest)).not.toBe(normaliseCommand(`Luz ${longest}`));
});
