import { expect, test } from 'vitest';

import type { Status } from '#functions/data/pulse-store.ts';
import { statusContract } from '#shared/contracts/status.ts';
import { aClock } from '#test/support/worlds/a-clock.ts';

import { readStatus } from './read-status.ts';

const clock = aClock();
const since = '2026-11-20T11:00:00.000Z';
const up = { state: 'up', since, lastWorked: since, latencyMs: { p50: 150, p95: 400 } } as const;
const looked = (asOf: Date): Status => ({ asOf: asOf.toISOString(), channels: { webhook: up } });

const read = (status: () => Promise<Status | undefined>, hasWhatsapp = true) =>
  readStatus({ pulses: { status }, hasWhatsapp, log: () => undefined, now: clock.now });

test('returns each channel as last checked, and unknown for channels that were not checked', async () => {
  const { asOf, channels, homesSilentSince } = await read(() => Promise.resolve(looked(clock.now())));
  expect(homesSilentSince).toBeNull();
  expect(asOf).toBe(clock.now().toISOString());
  expect(channels).toEqual([
    { channel: 'webhook', ...up },
    ...['click', 'voice', 'whatsapp', 'schedule'].map((channel) => ({
      channel,
      state: 'unknown',
      since: null,
      lastWorked: null,
      latencyMs: null,
    })),
  ]);
  expect(statusContract.status.reply.parse({ asOf, channels, homesSilentSince })).toEqual({
    asOf,
    channels,
    homesSilentSince,
  });
});

test('returns unknown with the last success when the check is too old', async () => {
  const { channels } = await read(() => Promise.resolve(looked(new Date(clock.now().getTime() - 5 * 60_000))));
  expect(channels[0]).toEqual({
    channel: 'webhook',
    state: 'unknown',
    since: null,
    lastWorked: since,
    latencyMs: null,
  });
});

test('returns unknown for every channel before the first check and while the table is unavailable', async () => {
  const busy = Object.assign(new Error('no'), { name: 'TimeoutError' });
  for (const status of [() => Promise.resolve(undefined), () => Promise.reject(busy)]) {
    const { asOf, channels } = await read(status);
    expect(asOf).toBeNull();
    expect(new Set(channels.map(({ state }) => state))).toEqual(new Set(['unknown']));
  }
  await expect(read(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
});

test('omits WhatsApp in a stage without it', async () => {
  const { channels } = await read(() => Promise.resolve(undefined), false);
  expect(channels.map(({ channel }) => channel)).toEqual(['webhook', 'click', 'voice', 'schedule']);
});

test('reports silent homes while the check is recent', async () => {
  const silentAt = (asOf: number) =>
    read(() => Promise.resolve({ ...looked(new Date(asOf)), homesSilentSince: since }));
  const now = clock.now().getTime();
  expect((await silentAt(now)).homesSilentSince).toBe(since);
  expect((await silentAt(now - 5 * 60_000)).homesSilentSince).toBeNull();
});
