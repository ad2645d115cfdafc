import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  cleanExternalName,
  displayNameFrom,
  normaliseName,
  shortenedName,
  tidyName,
  triggerNameProblem,
  workspaceNameProblem,
} from './names.ts';

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
  ])('checks the trigger name %j: %j', { tags: 'spec-214.1' }, (name, problem) => {
    expect(triggerNameProblem(name)).toBe(problem);
  });

  test('counts code points instead of UTF-16 units in trigger names', () => {
    expect(triggerNameProblem('𝒜𝒷')).toBe('trigger.nameTooShort');
    expect(triggerNameProblem('𝒜'.repeat(110))).toBeUndefined();
  });

  test('counts a letter and its combining accent as one character', () => {
    expect(tidyName('noite\u0301')).toBe('noité');
    expect(triggerNameProblem('e\u0301e\u0301')).toBe('trigger.nameTooShort');
  });
});

describe('normaliseName', () => {
  test.each([
    ['Boa Noite', 'boa  noite'],
    ['Cafe', 'Café'],
    ['são joão', 'SAO JOAO'],
    ['Свет', 'СВЕТ'],
    ['വീട്\u200c', 'വീട്'],
    ['അവന്\u200d വീട്', 'അവന് വീട്'],
    ['خانه\u200cی ما', 'خانهی ما'],
    ['Casa 🏠\u200d🏡', 'casa 🏠🏡'],
  ])('normalises %j and %j to the same name', (one, other) => {
    expect(normaliseName(one)).toBe(normaliseName(other));
  });

  test('keeps vowel signs of other scripts', () => {
    expect(normaliseName('कि')).not.toBe(normaliseName('का'));
  });

  test('never normalises a valid trigger name to an empty string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(triggerNameProblem(name) === undefined && normaliseName(name) === '').toBe(false);
      }),
    );
  });

  test('normalises and tidies names idempotently', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(normaliseName(normaliseName(name))).toBe(normaliseName(name));
        expect(tidyName(tidyName(name))).toBe(tidyName(name));
      }),
    );
  });

  test('accepts a name if its tidied form is valid', () => {
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
  ])('checks the workspace name %j: %j', (name, problem) => {
    expect(workspaceNameProblem(name)).toBe(problem);
  });
});

const fillers = ['\u3164', '\u115f', '\u1160', '\uffa0', '\u2800', '\u034f', '\u17b4', '\u{1d159}', '\u{e0001}'];

describe('unreadable names', () => {
  test.each(fillers)('rejects a name with the invisible filler %j', (filler) => {
    for (const name of [filler.repeat(3), `Casa${filler}`, `${filler}Casa`]) {
      expect(triggerNameProblem(name)).toBe('trigger.nameCharacters');
      expect(workspaceNameProblem(name)).toBe('workspace.nameUnreadable');
    }
  });

  test.each([
    ['a selector after a plain letter', 'Casa\ufe0f'],
    ['a joiner between plain letters', 'Ca\u200dsa'],
    ['a non-joiner between plain letters', 'Ca\u200csa'],
    ['joiners alone', '\u200d\u200c\u200d'],
    ['a joiner between Indian letters', 'किताब क\u200dत'],
    ['two joiners', 'क्\u200d\u200dष'],
    ['a joiner and a non-joiner', 'क्\u200d\u200cष'],
    ['a non-joiner and a joiner', 'क्\u200c\u200dष'],
    ['two non-joiners between Arabic letters', 'خانه\u200c\u200cی'],
    ['a non-joiner after the last Arabic letter', 'خانه\u200c ما'],
    ['a non-joiner between an Arabic letter and a Latin one', 'خانه\u200cCasa'],
    ['many combining marks with joiners', `Casa q${'\u0e34\u200d'.repeat(7)}`],
    ['flag tags without a flag', 'Casa\u{e0067}\u{e007f}'],
    ['five accents on one letter', 'Casaq\u0301\u0302\u0303\u0304\u0308'],
    ['many accents of two kinds', `C${'\u0e31\u0301'.repeat(4)}asa`],
  ])('rejects a name with %s', (_, name) => {
    expect(triggerNameProblem(name)).toBe('trigger.nameCharacters');
    expect(workspaceNameProblem(name)).toBe('workspace.nameUnreadable');
  });

  test('rejects a name with any invisible character at any position', () => {
    const all = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code));
    // Tidying converts white space to spaces.
    const unseen = all.filter((letter) => /\p{DI}|[\p{Cf}\p{Cc}]/u.test(letter) && !/\s/u.test(letter));
    fc.assert(
      fc.property(fc.constantFrom(...unseen), fc.nat({ max: 4 }), (letter, at) => {
        const name = `${'Casa'.slice(0, at)}${letter}${'Casa'.slice(at)}`;
        expect(triggerNameProblem(name)).toBe('trigger.nameCharacters');
        expect(workspaceNameProblem(name)).toBe('workspace.nameUnreadable');
      }),
    );
  });

  test('rejects a name with seven or more combining marks on a letter', { tags: 'threat-hostile-name' }, () => {
    const marks = fc.array(fc.constantFrom('\u0316', '\u0e34', '\u0489', '\u1dfe', '\u093f'), {
      minLength: 7,
      maxLength: 60,
    });
    fc.assert(
      fc.property(marks, (heap) => {
        expect(workspaceNameProblem(`Casa q${heap.join('')}`)).toBe('workspace.nameUnreadable');
      }),
    );
  });
});

describe('names in real scripts and emoji', () => {
  const words = [
    'Phòng khách của Nguyễn',
    'Nguyễn'.normalize('NFD'),
    'ที่บ้านน้ำผึ้ง',
    'किताबों का घर',
    'ड़ीं क्षत्रिय',
    'မျှော်လင့်ချက် လျှောက်',
    'ខ្ញុំស្រី្តញ៉ាំ',
    'བསྒྲུབས་ཧཱུྃ'.replaceAll('་', ''),
    'שָׁלוֹם בַּיִת',
    'مُحَمَّد',
    '안녕 집',
    'お家 リビング',
  ];
  test.each(words)('accepts %s for a trigger and a workspace', (name) => {
    expect([triggerNameProblem(name), workspaceNameProblem(name)]).toEqual([undefined, undefined]);
  });

  const signs = [
    '👨‍👩‍👧',
    '🏳️‍🌈',
    '🏴‍☠️',
    '👩🏽‍🚀',
    '🇧🇷',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '1️⃣',
    '❤️',
    '葛\u{e0100}',
    'ශ්‍රී ලංකා',
    'র\u200d্যাব',
    'അവന്\u200d വീട്',
    'വീട്ടില്\u200d',
    'ಗೇಟ್\u200c',
    'خانه\u200cی ما',
    'می\u200cخواهم',
    'مُ\u200cحَمَّد',
  ];
  test.each(signs)('accepts %s for a workspace', (name) => expect(workspaceNameProblem(name)).toBeUndefined());

  test('accepts any sequence of words and emoji that fits', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, ...signs), { minLength: 1, maxLength: 6 }), (parts) => {
        expect(workspaceNameProblem(shortenedName(parts.join(' ')))).toBeUndefined();
      }),
    );
  });
});

describe('shortenedName', () => {
  test.each([
    ['x'.repeat(200), 'x'.repeat(110)],
    ['💡'.repeat(111), '💡'.repeat(110)],
    [`${'x'.repeat(109)}👨‍👩‍👧`, 'x'.repeat(109)],
    [`${'x'.repeat(109)}🇧🇷`, 'x'.repeat(109)],
    [`${'x'.repeat(109)}  y`, 'x'.repeat(109)],
    [`${'ا'.repeat(109)}\u200cب`, 'ا'.repeat(109)],
    ['  Minha   casa ', 'Minha casa'],
  ])('shortens %j to %j', (name, short) => expect(shortenedName(name)).toBe(short));

  test('cuts between characters and respects the maximum length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const short = shortenedName(name);
        const letters = [...new Intl.Segmenter().segment(tidyName(name))].map(({ segment }) => segment);
        expect(Array.from(short).length).toBeLessThanOrEqual(110);
        expect(
          letters
            .map((_, index) =>
              letters
                .slice(0, index)
                .join('')
                .trim()
                .replace(/\u200c$/u, ''),
            )
            .concat(tidyName(name)),
        ).toContain(short);
      }),
    );
  });
});

describe('cleanToldName', () => {
  test.each([
    ['Ana \u202eazuoS', 'Ana azuoS'],
    ['\u2066Ana\u2069 Souza\u200e', 'Ana Souza'],
    ['Ana\u0000\u001b[31m\r\nSouza\u009b', 'Ana [31m Souza'],
    ['\u3164', ''],
    ['\u200b\u2060', ''],
    ['مینا می\u200cخواهم', 'مینا می\u200cخواهم'],
    ['Zoë 👩‍🚀', 'Zoë 👩‍🚀'],
    ['Ana \ud83d', 'Ana \ufffd'],
  ])('cleans the name %j to %j', (told, kept) => expect(cleanExternalName(told)).toBe(kept));

  test('removes control characters and text direction marks in one pass', { tags: 'threat-hostile-name' }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (told) => {
        const clean = cleanExternalName(told);
        expect(clean).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
        expect(cleanExternalName(clean)).toBe(clean);
      }),
    );
  });
});

describe('displayNameFrom', () => {
  test.each([
    ['keeps 110 letters', 'a'.repeat(110), 'a'.repeat(110)],
    ['keeps the first 110 of 6,000 letters', 'a'.repeat(6000), 'a'.repeat(110)],
    ['keeps the first 110 of 6,000 emoji', '🏠'.repeat(6000), '🏠'.repeat(110)],
    ['keeps the 22 family emoji that fit completely', '👨‍👩‍👧'.repeat(6000), '👨‍👩‍👧'.repeat(22)],
    ['removes a space at the limit', `${'a'.repeat(109)} ${'b'.repeat(6000)}`, 'a'.repeat(109)],
    ['measures the length after cleaning', `${'\u202e'.repeat(6000)}Ana`, 'Ana'],
    ['returns an empty name when its visible part does not fit', `${'\u3164'.repeat(110)}Ana`, ''],
  ])('%s', (_, text, name) => expect(displayNameFrom(text)).toBe(name));

  test('returns at most 110 code points without splitting a character, idempotently', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const name = displayNameFrom(text);
        expect(Array.from(name).length).toBeLessThanOrEqual(110);
        expect(name.isWellFormed()).toBe(true);
        expect(displayNameFrom(name)).toBe(name);
      }),
    );
  });
});
