import { expect, test } from 'vitest';

import { aClock } from '#test/support/worlds/a-clock.ts';

import { readStatusDays } from './read-status-days.ts';

const { now } = aClock();

test('reads 90 days including today and omits WhatsApp in a stage without it', async () => {
  const asked: string[] = [];
  const days = { since: async (day: string) => (asked.push(day), []) };
  const { channels, today, homes } = await readStatusDays({ days, hasWhatsapp: false, now });
  expect([asked, today]).toEqual([['2026-08-23'], '2026-11-20']);
  expect(channels).toEqual(
    ['webhook', 'click', 'voice', 'schedule'].map((channel) => ({ channel, reached: null, latencyMs: null, days: [] })),
  );
  expect(homes).toBeNull();
});

test('throws when the days cannot be read', async () => {
  const busy = Object.assign(new Error('no'), { name: 'TimeoutError' });
  const days = { since: () => Promise.reject(busy) };
  await expect(readStatusDays({ days, hasWhatsapp: true, now })).rejects.toBe(busy);
});
