import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { didYouMean, distanceOf } from './did-you-mean.ts';

const names = ['acender varanda', 'apagar varanda', 'portao', 'luz da sala', 'luz da mala', 'tv'];

describe('didYouMean for a message that is not addressed to us', () => {
  test.each([
    ['acender vranda', 'acender varanda'],
    ['acneder varanda', 'acender varanda'],
    ['acender varandaaa', 'acender varanda'],
    ['prtoa', 'portao'],
    ['luz da sla', 'luz da sala'],
  ])('suggests for %j the name %j', (words, name) => {
    expect(didYouMean(words, names, false)).toBe(name);
  });

  test.each([
    ['boa noite a todos', 'far from all names'],
    ['port', 'shorter than five letters'],
    ['acendr vrnd', 'three edits or more away'],
    ['luz da tala', 'as close to one name as to another'],
  ])('ignores %j, which is %s', (words) => {
    expect(didYouMean(words, names, false)).toBeUndefined();
  });
});

describe('didYouMean for a message that is addressed to us', () => {
  test.each([
    ['port', 'portao'],
    ['acendr vrand', 'acender varanda'],
    ['tvv', 'tv'],
  ])('suggests for %j the name %j', (words, name) => {
    expect(didYouMean(words, names, true)).toBe(name);
  });

  test.each(['obrigado', 'oi', 'xy'])('ignores %j although it is addressed to us', (words) => {
    expect(didYouMean(words, names, true)).toBeUndefined();
  });
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), maxLength: 12 });
const split = (text: string): string[] => Array.from(text);

test('suggests only a name that is close enough and closer than all others', () => {
  fc.assert(
    fc.property(word, fc.uniqueArray(word), fc.boolean(), (words, all, addressed) => {
      const found = didYouMean(words, all, addressed);
      if (found === undefined) return;
      const distances = all.map((name) => ({ name, distance: distanceOf(split(words), split(name), 99) }));
      const own = distances.find(({ name }) => name === found)?.distance ?? 99;
      expect(own).toBeLessThanOrEqual(addressed ? Math.max(2, Math.floor(words.length / 3)) : 2);
      expect(distances.filter(({ distance }) => distance <= own)).toEqual([{ name: found, distance: own }]);
    }),
    { numRuns: 2_000 },
  );
});

describe('distanceOf', () => {
  test.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['abc', 'ab', 1],
    ['abc', 'axc', 1],
    ['abc', 'acb', 1],
    ['ca', 'abc', 3],
    ['sitting', 'kitten', 3],
  ])('returns for %j and %j the distance %i', (one, other, distance) => {
    expect(distanceOf(split(one), split(other), 9)).toBe(distance);
  });

  test('returns a symmetric distance that is zero only for equal texts and at most one for a single edit', () => {
    fc.assert(
      fc.property(word, word, fc.nat(11), (one, other, place) => {
        const distance = distanceOf(split(one), split(other), 99);
        expect(distanceOf(split(other), split(one), 99)).toBe(distance);
        expect(distance === 0).toBe(one === other);
        expect(distanceOf(split(one), split(one.slice(0, place) + one.slice(place + 1)), 99)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('returns more than the maximum only if the real distance exceeds it', () => {
    fc.assert(
      fc.property(word, word, fc.nat(6), (one, other, most) => {
        const real = distanceOf(split(one), split(other), 99);
        expect(distanceOf(split(one), split(other), most)).toBe(real <= most ? real : most + 1);
      }),
      { numRuns: 2_000 },
    );
  });
});
