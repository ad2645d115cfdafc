import { describe, expect, test } from 'vitest';

import { whyNotAnswer } from './why-not-answer.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const message = { origin: 'member', text: 'Boa noite', hasMedia: false, sentAt: now } as const;
const ago = (ms: number): Date => new Date(now.getTime() - ms);

describe('whyNotAnswer for a possible command', () => {
  test.each([
    ['by another member', {}],
    ['typed on the linked phone', { origin: 'own_phone' as const }],
    ['that is two minutes old', { sentAt: ago(120_000) }],
    ['dated one minute in the future', { sentAt: ago(-60_000) }],
    ['of 160 letters within spaces', { text: ` ${'𝒜'.repeat(160)} ` }],
  ])('accepts a message %s', (_, changes) => {
    expect(whyNotAnswer({ ...message, ...changes }, now)).toBeUndefined();
  });
});

describe('whyNotAnswer for other messages', () => {
  test.each([
    ['that we sent ourselves', { origin: 'own_api' as const }, 'ownMessage'],
    ['that was written over two minutes ago', { sentAt: ago(120_001) }, 'old'],
    ['that was written hours ago', { sentAt: ago(3 * 3600_000) }, 'old'],
    ['dated more than one minute in the future', { sentAt: ago(-60_001) }, 'ahead'],
    ['that is the caption of a picture', { hasMedia: true }, 'media'],
    ['without text', { text: ' \n ' }, 'empty'],
    ['of 161 letters', { text: 'a'.repeat(161) }, 'long'],
  ])('ignores a message %s', (_, changes, why) => {
    expect(whyNotAnswer({ ...message, ...changes }, now)).toBe(why);
  });

  test('returns the first reason that applies', () => {
    expect(whyNotAnswer({ origin: 'own_api', text: '', hasMedia: true, sentAt: ago(1e9) }, now)).toBe('ownMessage');
  });
});
