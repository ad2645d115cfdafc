import { expect, test } from 'vitest';

import type { AnswerCount } from '#functions/data/answer-count-store.ts';
import type { Pulse, Status } from '#functions/data/pulse-store.ts';
import type { DayCounts } from '#functions/data/status-day-store.ts';
import { answerSteps, latencySteps } from '#shared/rules/execution/latency.ts';

import { countMinutes } from './count-minutes.ts';
import { keepDays } from './keep-days.ts';

const since = '2026-11-20T00:00:00.000Z';
const inState = (state: 'up' | 'degraded' | 'down') => ({ webhook: { state, since, latencyMs: null } });

/** Checks the channels at the given times. */
function aWatcher() {
  const kept: { day: string; counts: DayCounts; minutes: object | undefined }[] = [];
  const pulses: Pulse[] = [];
  const answers: AnswerCount[] = [];
  let before: Status | undefined;
  return {
    kept,
    pulses,
    answers,
    look: async (asOf: string, state: 'up' | 'degraded' | 'down' = 'up') => {
      const status: Status = { asOf, channels: inState(state) };
      status.minutes = countMinutes(status, before);
      const of = (all: { at: string }[], day: string) => all.filter(({ at }) => at.startsWith(day));
      await keepDays(
        {
          pulses: { ofDay: async (day) => pulses.filter((pulse) => of([pulse], day).length > 0) },
          answers: { ofDay: async (day) => answers.filter((count) => of([count], day).length > 0) },
          days: { keep: async (day, counts, minutes) => void kept.push({ day, counts, minutes }) },
        },
        status,
        before,
      );
      before = status;
    },
  };
}

const aPulse = (at: string, sent: number, lost = 0): Pulse => ({
  channel: 'webhook',
  at,
  sent,
  lost,
  places: [],
  times: latencySteps.map((_, step) => (step === 3 ? sent : 0)),
});

test('counts each minute with trouble once per day', async () => {
  const { look, kept } = aWatcher();
  await look('2026-11-20T12:00:10.000Z');
  await look('2026-11-20T12:01:10.000Z', 'degraded');
  await look('2026-11-20T12:01:40.000Z', 'degraded');
  await look('2026-11-20T12:02:10.000Z', 'down');
  await look('2026-11-20T12:05:10.000Z');
  expect(kept.at(-1)).toMatchObject({
    day: '2026-11-20',
    minutes: { day: '2026-11-20', watched: 4, trouble: { webhook: { degraded: 1, down: 1 } } },
  });
});

test('stores the day every five minutes', async () => {
  const { look, kept } = aWatcher();
  for (const minute of ['05', '06', '07', '08', '09', '10', '11']) await look(`2026-11-20T12:${minute}:00.000Z`);
  expect(kept).toHaveLength(2);
});

test('adds the last minutes and late runs of yesterday at the next check within a day', async () => {
  const { look, kept, pulses } = aWatcher();
  await look('2026-11-20T22:58:00.000Z', 'down');
  pulses.push(aPulse('2026-11-20T23:55:00.000Z', 3));
  await look('2026-11-21T04:00:00.000Z');
  expect(kept.slice(1)).toMatchObject([
    { day: '2026-11-20', counts: { channels: { webhook: { sent: 3 } } }, minutes: { watched: 1 } },
    { day: '2026-11-21', minutes: { watched: 1, trouble: {} } },
  ]);
  await look('2026-11-21T04:05:00.000Z');
  expect(kept.at(-1)?.day).toBe('2026-11-21');
  expect(kept).toHaveLength(4);
});

test('adds up yesterday again in the first hours of a day without changing its minutes', async () => {
  const { look, kept, pulses } = aWatcher();
  pulses.push(aPulse('2026-11-20T23:55:00.000Z', 3));
  await look('2026-11-21T00:30:00.000Z');
  await look('2026-11-21T00:35:00.000Z');
  expect(kept.slice(-2)).toMatchObject([{ day: '2026-11-20', minutes: undefined }, { day: '2026-11-21' }]);
});

test('does not overwrite older days, whose counts may have expired', async () => {
  const { look, kept } = aWatcher();
  await look('2026-11-18T12:00:00.000Z');
  await look('2026-11-20T12:00:00.000Z');
  expect(kept.map(({ day }) => day)).toEqual(['2026-11-18', '2026-11-20']);
});

test('stores response times of homes only if at least twenty homes answered', async () => {
  const { look, kept, answers } = aWatcher();
  const at = '2026-11-20T03:00:00.000Z';
  const times = answerSteps.map((_, step) => (step === 4 ? 500 : 0));
  const homes = (count: number) => Array.from({ length: count }, (_, index) => index);
  answers.push({ at, answered: [], silent: [], published: { homes: homes(19), times } });
  await look('2026-11-20T03:10:00.000Z');
  expect(kept.at(-1)?.counts.homeTimes).toBeUndefined();
  answers.push({ at, answered: [], silent: [], published: { homes: [19], times: [] } });
  await look('2026-11-20T03:15:00.000Z');
  expect(kept.at(-1)?.counts.homeTimes?.[4]).toBe(500);
});
