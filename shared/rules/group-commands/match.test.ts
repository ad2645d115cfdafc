import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { languageCodes } from '../language.ts';
import { readMessage } from './addressed.ts';
import { match } from './match.ts';
import { normaliseCommand } from './normalise.ts';
import { allOwnWords, answerLanguage, languageOf, ownWord } from './own-words.ts';

const triggers = ['Boa noite', 'Portão', 'Status', 'Luz 2'];
const names = new Set(triggers.map(normaliseCommand));
const matchOf = (text: string) => {
  const heard = readMessage(text);
  return heard && match(heard, names);
};

describe('a message', () => {
  test.each([
    ['boa noite', 'boa noite'],
    ['PORTAO!', 'portao'],
    ['/luz 2', 'luz 2'],
  ])('%j fires the trigger whose whole name it is', (text, name) => {
    expect(matchOf(text)).toEqual({ kind: 'fire', name });
  });

  test.each(['boa noite amor', 'que boa noite', 'boa', 'luz', 'luz 22', 'bom dia'])('%j fires nothing', (text) => {
    expect(matchOf(text)).toBeUndefined();
  });

  test('with the name of a trigger fires it, even if that is a word of ours', () => {
    expect(matchOf('status')).toEqual({ kind: 'fire', name: 'status' });
  });

  test('with a sign before it means our word', () => {
    expect(matchOf('/status')).toMatchObject({ kind: 'own', word: { command: 'status' } });
  });

  test('fires a trigger only if it is equal to its name, whatever is written', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom(...triggers), fc.constantFrom(...allOwnWords)), (text) => {
        const matched = matchOf(text);
        expect(matched?.kind !== 'fire' || matched.name === normaliseCommand(text)).toBe(true);
      }),
    );
  });
});

describe('our own words', () => {
  test.each([
    ['ajuda', 'help', 'pt'],
    ['help', 'help', 'en'],
    ['Ayuda', 'help', 'es'],
    ['gatilhos', 'list', 'pt'],
    ['list', 'list', 'en'],
    ['Commands', 'list', 'en'],
    ['triggers', 'list', 'en'],
    ['disparadores', 'list', 'es'],
  ])('%s asks for %s, and is answered in %s whatever the owner speaks', (text, command, language) => {
    const word = ownWord(normaliseCommand(text));
    expect(word?.command).toBe(command);
    expect(word && languageOf(word)).toBe(language);
    for (const owners of languageCodes) expect(word && answerLanguage(word, owners)).toBe(language);
  });

  test.each([
    ['lista', 'list', { pt: 'pt', en: 'pt', es: 'es' }],
    ['comandos', 'list', { pt: 'pt', en: 'pt', es: 'es' }],
    ['estado', 'status', { pt: 'pt', en: 'pt', es: 'es' }],
    ['status', 'status', { pt: 'pt', en: 'en', es: 'es' }],
  ])('%s asks for %s, and of its languages the owner chooses', (text, command, languages) => {
    const word = ownWord(text);
    expect(word?.command).toBe(command);
    expect(word && languageOf(word)).toBeUndefined();
    const answers = languageCodes.map((owners) => [owners, word && answerLanguage(word, owners)]);
    expect(Object.fromEntries(answers)).toEqual(languages);
  });

  test.each(allOwnWords)('%s is already normalised', (word) => {
    expect(normaliseCommand(word)).toBe(word);
  });

  test.each(['constructor', 'tostring', 'proto'])('%s is none of them', (word) => {
    expect(ownWord(word)).toBeUndefined();
  });
});
