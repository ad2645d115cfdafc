import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { triggerNameProblem } from '../names.ts';
import { normaliseCommand } from './normalise.ts';

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.string());

describe('normaliseCommand on equal commands', () => {
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
  ])('normalises %j and %j to the same command', (message, name) => {
    expect(normaliseCommand(message)).toBe(normaliseCommand(name));
  });
});

describe('normaliseCommand on different commands', () => {
  test.each([
    ['boa noite', 'boanoite'],
    ['luz 1', 'luz 11'],
    ['कि', 'का'],
    ['boa noite a todos', 'boa noite'],
  ])('normalises %j and %j to different commands', (message, name) => {
    expect(normaliseCommand(message)).not.toBe(normaliseCommand(name));
  });
});

test('normalises commands idempotently', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = normaliseCommand(text);
      expect(normaliseCommand(once)).toBe(once);
    }),
    { numRuns: 2_000 },
  );
});

test('returns letters, digits and single spaces that fit into a table key', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const words = normaliseCommand(text);
      expect(words).toMatch(/^(?:[\p{L}\p{N}\p{M}]+(?: [\p{L}\p{N}\p{M}]+)*)?$/u);
      expect(Array.from(words).length).toBeLessThanOrEqual(200);
    }),
    { numRuns: 2_000 },
  );
});

test('ignores case, accents, surrounding spaces and punctuation', () => {
  const letters = fc.string({ unit: fc.constantFrom(...Array.from('abcãéíõúçñ 0123456789')) });
  fc.assert(
    fc.property(letters, fc.constantFrom('', ' ', '!', '...', '\u200b', '🌙', '\n'), (name, noise) => {
      const words = normaliseCommand(name);
      expect(normaliseCommand(`${noise}${name.toUpperCase().normalize('NFD')}${noise}`)).toBe(words);
      expect(normaliseCommand(name.normalize('NFD').replace(/[\u0300-\u036f]/gu, ''))).toBe(words);
    }),
  );
});

test('keeps the longest trigger names distinct if they differ at the start', () => {
  const longest = '\ufdfa'.repeat(110);
  expect(triggerNameProblem(longest)).toBeUndefined();
  expect(normaliseCommand(longest)).not.toBe(normaliseCommand(`Luz ${longest}`));
});
