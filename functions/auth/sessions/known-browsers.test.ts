import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { KnownBrowsers } from '#functions/data/people/browser-store.ts';

import { afterSignIn, maxKnownBrowsers, maxMailsPerDay, without } from './known-browsers.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const day = 24 * 3_600_000;

type Course = { from?: KnownBrowsers; at?: Date; daysBetween?: number };

/** Signs in with each browser, one after the other, and counts the mails. */
function signIns(hashes: readonly string[], { from, at = now, daysBetween = 0 }: Course = {}) {
  let known = from;
  let mails = 0;
  for (const [index, browserHash] of hashes.entries()) {
    const time = new Date(at.getTime() + index * daysBetween * day);
    const visit = afterSignIn(known, { browserHash, now: time, isExpected: false });
    known = visit.after;
    if (visit.mails) mails += 1;
  }
  return { known, mails, hashes: known?.browsers.map(({ hash }) => hash) };
}

test('a browser is new once, and known from then on', () => {
  expect(signIns(['phone']).mails).toBe(1);
  expect(signIns(['phone', 'laptop', 'phone', 'laptop', 'phone']).mails).toBe(2);
});

test('an expected browser is remembered without a mail, and needs none later', () => {
  const { after, mails } = afterSignIn(undefined, { browserHash: 'first', now, isExpected: true });
  expect(mails).toBe(false);
  expect(signIns(['first'], { from: after }).mails).toBe(0);
});

test('of too many browsers the one that was longest away is dropped, and is new when it comes back', () => {
  const all = Array.from({ length: maxKnownBrowsers }, (_, at) => `browser-${at}`);
  const full = signIns(all, { daysBetween: 1 }).known;
  const later = new Date(now.getTime() + maxKnownBrowsers * day);
  const more = signIns(['browser-0', 'another'], { ...(full && { from: full }), at: later });
  expect(more.hashes).toHaveLength(maxKnownBrowsers);
  expect(more.hashes).toContain('browser-0');
  expect(more.hashes).not.toContain('browser-1');
  expect(signIns(['browser-1'], { ...(more.known && { from: more.known }), at: later }).mails).toBe(1);
});

test('a day brings at most five mails, however many browsers sign in, and the next day begins anew', () => {
  const many = Array.from({ length: 12 }, (_, at) => `loop-${at}`);
  const { mails, known } = signIns(many);
  expect(mails).toBe(maxMailsPerDay);
  const tomorrow = new Date(now.getTime() + day);
  expect(signIns(['another'], { ...(known && { from: known }), at: tomorrow }).mails).toBe(1);
});

test('a new browser beyond the five mails of a day stays unknown, and is mailed about on another day', () => {
  const many = Array.from({ length: maxMailsPerDay + 1 }, (_, at) => `loop-${at}`);
  const { known, hashes } = signIns(many);
  const last = `loop-${maxMailsPerDay}`;
  expect(hashes).not.toContain(last);
  const tomorrow = new Date(now.getTime() + day);
  expect(signIns([last, last], { ...(known && { from: known }), at: tomorrow }).mails).toBe(1);
});

test('a known browser stays known after the five mails of a day', () => {
  const many = Array.from({ length: maxMailsPerDay + 1 }, (_, at) => `loop-${at}`);
  expect(signIns([...many, 'loop-0']).hashes?.[0]).toBe('loop-0');
});

test('a browser that was forgotten is new again, and its mails still count', () => {
  const { known } = signIns(['mine', 'theirs']);
  if (!known) throw new Error('nothing is known');
  const left = without(known, (hash) => hash === 'theirs');
  expect(signIns(['mine'], { from: left }).mails).toBe(0);
  expect(signIns(['theirs'], { from: left }).mails).toBe(1);
  expect(left.mails).toEqual(known.mails);
});

test('whoever signs in from wherever, the list stays short, without repetition, and starts with the last one', () => {
  const names = fc.array(fc.integer({ min: 0, max: 40 }).map(String), { minLength: 1, maxLength: 80 });
  fc.assert(
    fc.property(names, (hashes) => {
      const result = signIns(hashes, { daysBetween: 1 });
      expect(result.hashes?.[0]).toBe(hashes.at(-1));
      expect(new Set(result.hashes).size).toBe(result.hashes?.length);
      expect(result.hashes?.length).toBe(Math.min(maxKnownBrowsers, new Set(hashes).size));
      expect(signIns(hashes).mails).toBe(Math.min(maxMailsPerDay, new Set(hashes).size));
    }),
  );
});
