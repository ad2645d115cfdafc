// @vitest-environment node
import { expect, test } from 'vitest';

import { allTexts } from '#web/testing/all-texts.ts';

import { languageCodes } from '../languages.ts';

const texts = { pt: allTexts('pt'), en: allTexts('en'), es: allTexts('es') };
const keys = [...texts.en.keys()];

const wrongIn = (language: keyof typeof texts, isWrong: (text: string, key: string) => boolean) =>
  [...texts[language]].filter(([key, text]) => isWrong(text, key));
const count = (text: string, sign: string) => text.split(sign).length - 1;

test.each(languageCodes)(
  'uses in %s curly quotes and apostrophes, three dots, and no superfluous spaces',
  (language) => {
    expect(wrongIn(language, (text) => /["'`…]|\u00A0| {2}|^\s|\s$/.test(text))).toEqual([]);
    expect(wrongIn(language, (text) => count(text, '“') !== count(text, '”'))).toEqual([]);
  },
);

test('opens questions and exclamations in Spanish with their sign', () => {
  const unopened = (text: string) => count(text, '?') !== count(text, '¿') || count(text, '!') !== count(text, '¡');
  expect(wrongIn('es', (text) => !text.startsWith('https:') && unopened(text))).toEqual([]);
});

test.each(['pt', 'es'] as const)('ends each text in %s like the English one', (language) => {
  const endOf = (text?: string) => /[.?!:;]*$/.exec(text ?? '')?.[0];
  expect(keys.filter((key) => endOf(texts[language].get(key)) !== endOf(texts.en.get(key)))).toEqual([]);
});

test.each(['pt', 'es'] as const)('has in %s the same bold parts, links and paragraphs as in English', (language) => {
  const shapeOf = (text = '') => [count(text, '**'), count(text, '\n\n'), ...text.matchAll(/\]\((.*?)\)/g)].map(String);
  const shapes = (of: keyof typeof texts) => keys.map((key) => [key, shapeOf(texts[of].get(key))]);
  expect(shapes(language)).toEqual(shapes('en'));
});

test.each(languageCodes)('ends titles and buttons in %s without a full stop', (language) => {
  const named = /(title|heading|confirm|caption|save|done|open|install|retry|dismiss)$|(Title|Heading|Action)$/;
  // The keys of refusals may end like this, but refusals are not titles.
  const isTitle = (key: string) => named.test(key) && !key.startsWith('refusals.');
  expect(keys.filter((key) => isTitle(key)).length).toBeGreaterThan(50);
  expect(wrongIn(language, (text, key) => isTitle(key) && /(?<!\.)\.$/.test(text))).toEqual([]);
});

test('capitalizes only the first word and names', () => {
  const names =
    /\b(Recado|WhatsApp|Alexa|Amazon|Pro|Google|Stripe|URLs?|QR|ID|November|Web|Services|Home Assistant|Apple Shortcuts|HTTP Shortcuts)\b/g;
  // Specified word for word.
  const promised = ['shell.titles.notFound', 'whatsapp.connection.useExisting', 'whatsapp.lost.title'];
  const titled = (text: string) => !/[.:?!]/.test(text) && / [A-Z]/.test(text.replaceAll(names, ''));
  expect(wrongIn('en', titled).map(([key]) => key)).toEqual(promised);
});

test('explains each refusal and its remedy, or one of them if the page shows the other', () => {
  const sentences = [
    'workspace.nameRequired',
    'workspace.nameTooLong',
    'workspace.nameUnreadable',
    'workspace.nameTaken',
    'trigger.nameTooShort',
    'trigger.nameTooLong',
    'trigger.nameCharacters',
    'trigger.descriptionTooLong',
    'trigger.keyInvalid',
    'trigger.coolingDown',
    'trigger.notNow',
    'trigger.notHere',
    'trigger.notYou',
    'accessKey.nameInvalid',
    'accessKey.endInvalid',
    'group.nameRequired',
    'amazon.notLinked',
    'instance.notConnected',
    'amazon.reinstallSkill',
    'amazon.enableSkill',
  ];
  const promised = [
    'workspace.isYourDefault',
    'workspace.flaggedDefault',
    'workspace.subscriptionRunning',
    'amazon.grantRevoked',
    'subscription.invalidWorkspace',
  ];
  const reasons = [
    'trigger.coolingDown',
    'trigger.notNow',
    'trigger.notHere',
    'trigger.notYou',
    'amazon.skillDisabled',
    'amazon.skillNotFound',
    'amazon.accessEnded',
    'amazon.consentRefused',
    'amazon.enablementRefused',
    'amazon.enablementNotConfigured',
  ];
  const known = new Set([...sentences, ...promised, ...reasons].map((key) => `refusals.${key}`));
  const isShort = (text: string, key: string) => key.startsWith('refusals.') && !/[.;,] \p{L}/u.test(text);
  for (const language of languageCodes)
    expect(wrongIn(language, (text, key) => isShort(text, key) && !known.has(key))).toEqual([]);
});
