import { expect, inject, test } from 'vitest';

import { statusContract } from '#shared/contracts/status.ts';

import { cookieJar } from '../local/browser-like.ts';
import { stackControls } from '../local/local-client.ts';
import { parsedReply } from './kit/answers.ts';
import { guests } from './kit/guests.ts';
import { settled } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { fire, runIn } from './kit/webhook-call.ts';

const guest = guests('status');
const { invoke } = stackControls(inject('stack'));

/** Runs are counted by five minutes, and the status shows the beginning of these. */
const countedMs = 5 * 60_000;

/** Without cookies. */
const ask = () => cookieJar(inject('stack').appUrl).get('/api/status');

test(
  'shows a successful run in the public status of its channel without revealing its owner',
  { tags: 'threat-public-status' },
  async () => {
    const ana = await settled(guest());
    const run = runIn(await fire(ana.address));
    expect(run.outcome).toBe('sent');
    await expect.poll(async () => (await ana.history(ana.trigger.id)).length, soon).toBe(1);
    const ranAt = Date.parse((await ana.history(ana.trigger.id))[0]?.at ?? '');

    const look = async () => {
      await invoke('schedules', { job: 'watchChannels' });
      return ask();
    };
    const worked = async () =>
      Date.parse(parsedReply(statusContract.status.reply, await look()).channels[0]?.lastWorked ?? '');
    await expect.poll(worked, soon).toBeGreaterThan(ranAt - countedMs);
    const answer = await ask();
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    expect(answer.headers.get('set-cookie')).toBeNull();
    const { asOf, channels } = parsedReply(statusContract.status.reply, answer);
    expect(Date.parse(asOf ?? '')).toBeGreaterThan(ranAt);
    expect(channels.map(({ channel }) => channel)).toEqual(['webhook', 'click', 'voice', 'whatsapp', 'schedule']);
    // Other journeys break Alexa at the same time, so any state may show.
    expect(['up', 'degraded', 'down']).toContain(channels[0]?.state);
    expect(Date.parse(channels[0]?.lastWorked ?? '')).toBeLessThanOrEqual(Date.parse(asOf ?? ''));
    for (const mine of [run.executionId, ana.trigger.id, String(ana.trigger.workspaceId), ana.name]) {
      expect(answer.text).not.toContain(mine);
    }
  },
);

test('shows a run in the cacheable daily status of its channel without revealing its owner', async () => {
  const ben = await settled(guest());
  const run = runIn(await fire(ben.address));
  expect(run.outcome).toBe('sent');
  await expect.poll(async () => (await ben.history(ben.trigger.id)).length, soon).toBe(1);
  const ofToday = async () => {
    await invoke('schedules', { job: 'watchChannels' });
    const answer = await cookieJar(inject('stack').appUrl).get('/api/status/days');
    const { today, channels, homes } = parsedReply(statusContract.statusDays.reply, answer);
    return { answer, homes, day: channels[0]?.days.find(({ day }) => day === today) };
  };
  const { answer, homes, day } = await ofToday();
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(day?.watchedMinutes).toBeGreaterThan(0);
  expect(homes).toBeNull();
  for (const mine of [run.executionId, ben.trigger.id, String(ben.trigger.workspaceId), ben.name]) {
    expect(answer.text).not.toContain(mine);
  }
});
