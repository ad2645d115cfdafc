import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { outcomeNames } from '../execution/outcome-names.ts';
import { isFailed } from '../execution/outcomes.ts';
import { languageCodes, type Language } from '../language.ts';
import { readMessage } from './addressed.ts';
import { wordAnswer, type GroupAnswer } from './answers.ts';
import { builtInCommandFor } from './own-words.ts';
import { groupTexts } from './texts.ts';

const trigger = 'Boa noite';
const commandOf = (word: string) => builtInCommandFor(word)?.command;
const all: GroupAnswer[] = [
  { kind: 'fired', trigger, who: 'Carla' },
  { kind: 'fired', trigger },
  { kind: 'fired', trigger, who: 'Carla', ranMs: 2_400 },
  { kind: 'sent', trigger, shared: false },
  { kind: 'sent', trigger, shared: true },
  { kind: 'unconfirmed', trigger },
  ...outcomeNames.filter(isFailed).map((failure): GroupAnswer => ({ kind: 'failed', trigger, failure })),
  { kind: 'failed', trigger, failure: 'skillOff' },
  { kind: 'failed', trigger, failure: 'skillOffHere' },
  { kind: 'failed', trigger, failure: 'gone' },
  { kind: 'failed', trigger, failure: 'busy' },
  { kind: 'help', successAs: 'reaction' },
  { kind: 'help', successAs: 'text' },
  { kind: 'help', successAs: 'text', prefix: 'casa' },
  { kind: 'help', successAs: 'reaction', prefix: '/' },
  { kind: 'list', triggers: [{ name: trigger, enabled: true }] },
  { kind: 'list', triggers: [] },
  { kind: 'ready', triggers: 0 },
  { kind: 'ready', triggers: 1 },
  { kind: 'ready', triggers: 12 },
  { kind: 'noneHere' },
  { kind: 'notReady', problems: [{ failure: 'skillNotEnabled' }] },
  {
    kind: 'notReady',
    problems: [
      { failure: 'loop', trigger },
      { failure: 'silent', trigger: 'Luz' },
    ],
  },
  { kind: 'didYouMean', trigger },
  { kind: 'planNeeded' },
  { kind: 'couldNotConfirm' },
  { kind: 'tooMuch', limit: 'sender' },
  { kind: 'tooMuch', limit: 'group' },
  { kind: 'tooMuch', limit: 'trigger' },
];

describe.each(languageCodes)('wordAnswer in %s', (language) => {
  test.each(all)('formats the answer $kind so that it is not a command', (answer) => {
    const text = wordAnswer(answer, language);
    expect(text).not.toMatch(/undefined|\{\{|\$\{/);
    expect(text.trim()).toBe(text);
    expect(readMessage(text)).toBeUndefined();
  });

  test('lists at most 30 names alphabetically and the number of remaining ones', () => {
    const names = Array.from({ length: 33 }, (_, index) => ({ name: `Luz ${33 - index}`, enabled: index !== 32 }));
    const lines = wordAnswer({ kind: 'list', triggers: names }, language).split('\n');
    expect(lines).toHaveLength(32);
    expect(lines[1]).toBe(`- Luz 1 ${groupTexts[language].off}`);
    expect(lines.slice(2, 4)).toEqual(['- Luz 2', '- Luz 3']);
    expect(lines.at(-1)).toBe(groupTexts[language].more(3));
  });

  test('names only words in the help text that commands understand', () => {
    const words = [...wordAnswer({ kind: 'help', successAs: 'text' }, language).matchAll(/\*(\p{L}+)\*/gu)].map(
      ([, word = '']) => word,
    );
    expect(words).toHaveLength(3);
    expect(new Set(words.map((word) => commandOf(word)))).toEqual(new Set(['list', 'status', 'help']));
  });
});

test.each(languageCodes)('shows at most four problems and the number of remaining ones in %s', (language) => {
  const problems = Array.from({ length: 6 }, (_, index) => ({ failure: 'silent', trigger: `Luz ${index}` }) as const);
  const lines = wordAnswer({ kind: 'notReady', problems }, language).split('\n');
  expect(lines).toHaveLength(5);
  expect(lines.slice(0, 4).every((line, index) => line.includes(`*Luz ${index}*`))).toBe(true);
  expect(lines.at(-1)).toBe(groupTexts[language].more(2));
});

test('names the sender in the answer to a run, in the same way in every language', () => {
  const said = languageCodes.map((language) => wordAnswer({ kind: 'fired', trigger, who: 'Carla' }, language));
  expect(new Set(said)).toEqual(new Set(['✅ Boa noite - Carla']));
  expect(wordAnswer({ kind: 'fired', trigger }, 'pt')).toBe('✅ Boa noite');
});

test.each([
  ['pt', '✅ Boa noite - Carla: executado após 2,4 s'],
  ['en', '✅ Boa noite - Carla: ran after 2.4 s'],
  ['es', '✅ Boa noite - Carla: ejecutado tras 2,4 s'],
] as const)('formats the time of a confirmed run in %s', (language, text) => {
  expect(wordAnswer({ kind: 'fired', trigger, who: 'Carla', ranMs: 2_449 }, language)).toBe(text);
});

test.each([
  ['pt', '⚠️ *Boa noite* acabou de ser enviado e ainda não pode ser executado de novo.'],
  ['en', '⚠️ *Boa noite* was sent a moment ago and may not run again yet.'],
  ['es', '⚠️ *Boa noite* se acaba de enviar y todavía no puede ejecutarse de nuevo.'],
] as const)('in %s a cool-down is refused without a claim that the trigger ran', (language, text) => {
  expect(wordAnswer({ kind: 'failed', trigger, failure: 'coolingDown' }, language)).toBe(text);
});

test('formats no answer as a command, whatever the names of triggers and senders', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.constantFrom<Language>(...languageCodes), (name, who, language) => {
      const said: GroupAnswer[] = [
        { kind: 'fired', trigger: name, who },
        { kind: 'fired', trigger: name, who, ranMs: 400 },
        { kind: 'sent', trigger: name, shared: false },
        { kind: 'unconfirmed', trigger: name },
        { kind: 'failed', trigger: name, failure: 'disabled' },
        { kind: 'didYouMean', trigger: name },
        { kind: 'list', triggers: [{ name, enabled: true }] },
      ];
      for (const answer of said) expect(readMessage(wordAnswer(answer, language))).toBeUndefined();
    }),
  );
});

test.each([
  ['pt', 'skillOff', 'Ative-a no app Alexa.'],
  ['en', 'skillOff', 'Enable it in the Alexa app.'],
  ['es', 'skillOff', 'Actívala en la app Alexa.'],
  ['en', 'reinstallSkill', 'Disable and enable the skill in the Alexa app.'],
  ['en', 'skillNotEnabled', 'if it is enabled there already, disable and enable it.'],
] as const)('ends the message in %s about %s with the fix and the page of the skill', (language, failure, helps) => {
  const page = 'https://skill.example/page';
  const answers = [
    { kind: 'notReady', problems: [{ failure }] } as const,
    { kind: 'failed', trigger: 'Portão', failure } as const,
  ];
  for (const answer of answers) {
    expect(wordAnswer(answer, language).endsWith(helps)).toBe(true);
    expect(wordAnswer(answer, language, page).endsWith(`${helps}\n${page}`)).toBe(true);
  }
  expect(wordAnswer({ kind: 'failed', trigger: 'Portão', failure: 'throttled' }, language, page)).not.toContain(page);
});
