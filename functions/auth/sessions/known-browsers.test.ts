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

test('sends a mail only for the first sign-in of a browser', () => {
  expect(signIns(['phone']).mails).toBe(1);
  expect(signIns(['phone', 'laptop', 'phone', 'laptop', 'phone']).mails).toBe(2);
});

test('remembers an expected browser and sends no mail for it', () => {
  const { after, mails } = afterSignIn(undefined, { browserHash: 'first', now, isExpected: true });
  expect(mails).toBe(false);
  expect(signIns(['first'], { from: after }).mails).toBe(0);
});

test('drops the least recently used browser when there are too many, and treats it as new afterwards', () => {
  const all = Array.from({ length: maxKnownBrowsers }, (_, at) => `browser-${at}`);
  const full = signIns(all, { daysBetween: 1 }).known;
  const later = new Date(now.getTime() + maxKnownBrowsers * day);
  const more = signIns(['browser-0', 'another'], { ...(full && { from: full }), at: later });
  expect(more.hashes).toHaveLength(maxKnownBrowsers);
  expect(more.hashes).toContain('browser-0');
  expect(more.hashes).not.toContain('browser-1');
  expect(signIns(['browser-1'], { ...(more.known && { from: more.known }), at: later }).mails).toBe(1);
});

test('sends at most five mails per day', () => {
  const many = Array.from({ length: 12 }, (_, at) => `loop-${at}`);
  const { mails, known } = signIns(many);
  expect(mails).toBe(maxMailsPerDay);
  const tomorrow = new Date(now.getTime() + day);
  expect(signIns(['another'], { ...(known && { from: known }), at: tomorrow }).mails).toBe(1);
});

test('sends the mail on another day when a new browser exceeds the five mails of a day', () => {
  const many = Array.from({ length: maxMailsPerDay + 1 }, (_, at) => `loop-${at}`);
  const { known, hashes } = signIns(many);
  const last = `loop-${maxMailsPerDay}`;
  expect(hashes).not.toContain(last);
  const tomorrow = new Date(now.getTime() + day);
  expect(signIns([last, last], { ...(known && { from: known }), at: tomorrow }).mails).toBe(1);
});

test('keeps a known browser after the five mails of a day', () => {
  const many = Array.from({ length: maxMailsPerDay + 1 }, (_, at) => `loop-${at}`);
  expect(signIns([...many, 'loop-0']).hashes?.[0]).toBe('loop-0');
});

test('treats a forgotten browser as new, and still counts its mails', () => {
  const { known } = signIns(['mine', 'theirs']);
  if (!known) throw new Error('nothing is known');
  const left = without(known, (hash) => hash === 'theirs');
  expect(signIns(['mine'], { from: left }).mails).toBe(0);
  expect(signIns(['theirs'], { from: left }).mails).toBe(1);
  expect(left.mails).toEqual(known.mails);
});

test('keeps the list short, without duplicates and newest first, for any sequence of sign-ins', () => {
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
