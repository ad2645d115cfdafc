import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { normaliseName, tidyName, triggerNameProblem, workspaceNameProblem } from './names.ts';

describe('trigger names', () => {
  test.each([
    ['Boa noite', undefined],
    ['Luz 2 da sala', undefined],
    ['Bênção às três', undefined],
    ['ab', 'trigger.nameTooShort'],
    ['  ab  ', 'trigger.nameTooShort'],
    ['a'.repeat(110), undefined],
    ['a'.repeat(111), 'trigger.nameTooLong'],
    ['Luz!', 'trigger.nameCharacters'],
    ['bom_dia', 'trigger.nameCharacters'],
    ['<script>', 'trigger.nameCharacters'],
    ['ligar 💡', 'trigger.nameCharacters'],
    ['\u0301\u0301\u0301', 'trigger.nameCharacters'],
    ['ab\u200bcd', 'trigger.nameCharacters'],
    ['किताब घर', undefined],
  ])('%j gives %j', { tags: 'spec-214.1' }, (name, problem) => {
    expect(triggerNameProblem(name)).toBe(problem);
  });

  test('letters are counted as people count them, not as UTF-16 units', () => {
    expect(triggerNameProblem('𝒜𝒷')).toBe('trigger.nameTooShort');
    expect(triggerNameProblem('𝒜'.repeat(110))).toBeUndefined();
  });

  test('an accent typed as its own character counts like the joined letter', () => {
    expect(tidyName('noite\u0301')).toBe('noité');
    expect(triggerNameProblem('e\u0301e\u0301')).toBe('trigger.nameTooShort');
  });
});

describe('names that sound alike are the same name', () => {
  test.each([
    ['Boa Noite', 'boa  noite'],
    ['Cafe', 'Café'],
    ['são joão', 'SAO JOAO'],
    ['Свет', 'СВЕТ'],
  ])('%j and %j', (one, other) => {
    expect(normaliseName(one)).toBe(normaliseName(other));
  });

  test('a vowel sign of another script makes another word', () => {
    expect(normaliseName('कि')).not.toBe(normaliseName('का'));
  });

  test('a valid trigger name never normalises to nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(triggerNameProblem(name) === undefined && normaliseName(name) === '').toBe(false);
      }),
    );
  });

  test('normalising or tidying twice changes nothing more', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(normaliseName(normaliseName(name))).toBe(normaliseName(name));
        expect(tidyName(tidyName(name))).toBe(tidyName(name));
      }),
    );
  });

  test('a name that tidies to a valid one is valid itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 130 }), (name) => {
        expect(triggerNameProblem(tidyName(name))).toBe(triggerNameProblem(name));
      }),
    );
  });
});

describe('workspace names', () => {
  test.each([
    ['A', undefined],
    [' ', 'workspace.nameRequired'],
    ['', 'workspace.nameRequired'],
    ['Casa da praia (2)', undefined],
    ['x'.repeat(110), undefined],
    ['x'.repeat(111), 'workspace.nameTooLong'],
    ['\u200b', 'workspace.nameUnreadable'],
    ['\u0301', 'workspace.nameUnreadable'],
    ['a\u0000\u001b[31mb', 'workspace.nameUnreadable'],
    ['casa \u202e aiarp', 'workspace.nameUnreadable'],
    ['🏠', undefined],
    ['Família 👨‍👩‍👧', undefined],
  ])('%j gives %j', (name, problem) => {
    expect(workspaceNameProblem(name)).toBe(problem);
  });
});
