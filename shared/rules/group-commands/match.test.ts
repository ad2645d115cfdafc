import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { languageCodes } from '../language.ts';
import { readMessage } from './addressed.ts';
import { match } from './match.ts';
import { normaliseCommand } from './normalise.ts';
import { builtInWords, answerLanguage, languageOf, builtInCommandFor } from './own-words.ts';

const triggers = ['Boa noite', 'Portão', 'Status', 'Luz 2'];
const names = new Set(triggers.map(normaliseCommand));
const matchOf = (text: string) => {
  const heard = readMessage(text);
  return heard && match(heard, names);
};

describe('match', () => {
  test.each([
    ['boa noite', 'boa noite'],
    ['PORTAO!', 'portao'],
    ['/luz 2', 'luz 2'],
  ])('fires for %j the trigger named %j', (text, name) => {
    expect(matchOf(text)).toEqual({ kind: 'fire', name });
  });

  test.each(['boa noite amor', 'que boa noite', 'boa', 'luz', 'luz 22', 'bom dia'])('fires nothing for %j', (text) => {
    expect(matchOf(text)).toBeUndefined();
  });

  test('fires a trigger whose name is also a built-in command', () => {
    expect(matchOf('status')).toEqual({ kind: 'fire', name: 'status' });
  });

  test('prefers the built-in command if the message begins with a sign', () => {
    expect(matchOf('/status')).toMatchObject({ kind: 'own', word: { command: 'status' } });
  });

  test('fires a trigger only if the message equals its name', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...triggers), fc.constantFrom(...builtInWords)), (text) => {
        const matched = matchOf(text);
        expect(matched?.kind !== 'fire' || matched.name === normaliseCommand(text)).toBe(true);
      }),
    );
  });
});

describe('built-in commands', () => {
  test.each([
    ['ajuda', 'help', 'pt'],
    ['help', 'help', 'en'],
    ['Ayuda', 'help', 'es'],
    ['gatilhos', 'list', 'pt'],
    ['list', 'list', 'en'],
    ['Commands', 'list', 'en'],
    ['triggers', 'list', 'en'],
    ['disparadores', 'list', 'es'],
  ])("reads %s as the command %s and replies in %s, whatever the owner's language", (text, command, language) => {
    const word = builtInCommandFor(normaliseCommand(text));
    expect(word?.command).toBe(command);
    expect(word && languageOf(word)).toBe(language);
    for (const owners of languageCodes) expect(word && answerLanguage(word, owners)).toBe(language);
  });

  test.each([
    ['lista', 'list', { pt: 'pt', en: 'pt', es: 'es' }],
    ['comandos', 'list', { pt: 'pt', en: 'pt', es: 'es' }],
    ['estado', 'status', { pt: 'pt', en: 'pt', es: 'es' }],
    ['status', 'status', { pt: 'pt', en: 'en', es: 'es' }],
  ])(
    "reads %s as the command %s and replies in the owner's language if the word has it",
    (text, command, languages) => {
      const word = builtInCommandFor(text);
      expect(word?.command).toBe(command);
      expect(word && languageOf(word)).toBeUndefined();
      const answers = languageCodes.map((owners) => [owners, word && answerLanguage(word, owners)]);
      expect(Object.fromEntries(answers)).toEqual(languages);
    },
  );

  test.each(builtInWords)('lists the word %s in normalised form', (word) => {
    expect(normaliseCommand(word)).toBe(word);
  });

  test.each(['constructor', 'tostring', 'proto'])('does not read %s as a built-in command', (word) => {
    expect(builtInCommandFor(word)).toBeUndefined();
  });
});
