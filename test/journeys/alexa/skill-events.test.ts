import { describe, expect, inject, test } from 'vitest';

import { stackControls } from '../../local/local-client.ts';
import { enablingOf, releaseEvents } from '../kit/alexa-orders.ts';
import { guests } from '../kit/guests.ts';
import { inboxOf } from '../kit/inbox.ts';
import { revokeGrant } from '../kit/orders.ts';
import { settledAtRest } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { laterWork, letBeDue, letDayPass } from '../kit/table.ts';

const guest = guests('skillEvents');
const { invoke } = stackControls(inject('stack'));

const mailsOf = async (name: string) => (await inboxOf(`${name}@example.com`)).map(({ text }) => text);

describe('a skill disabled in the Alexa app', () => {
  test.each(['sent', 'twice'] as const)(
    'updates page and e-mail without a run or a schedule when skill events are %s',
    async (events) => {
      const name = guest();
      await enablingOf(name, { events });
      const ana = await settledAtRest(name);
      await ana.home.disableSkill();
      await expect.poll(async () => (await ana.amazon()).skill, soon).toBe('revoked');
      expect(await ana.amazon()).toMatchObject({ reason: 'amazon.skillDisabled', revokedAt: expect.any(String) });
      await expect.poll(async () => (await mailsOf(name)).length, soon).toBe(1);
      expect(await mailsOf(name)).toEqual([expect.stringContaining('the skill was disabled in the Alexa app')]);
    },
  );

  test('ignores a late event after the skill was enabled again', async () => {
    const name = guest();
    const ana = await settledAtRest(name);
    await enablingOf(name, { events: 'held' });
    await ana.home.disableSkill();
    await ana.home.enableSkill();
    await releaseEvents(name);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    expect((await ana.execute(ana.trigger.id)).success).toBe(true);
    expect(await mailsOf(name)).toEqual([]);
  });
});

test('detects a disabled skill with a later check when Amazon revokes the tokens after the event', async () => {
  const name = guest();
  await enablingOf(name, { tokens: 'kept' });
  const ana = await settledAtRest(name);
  await ana.home.disableSkill();
  // Scheduled after one minute and after ten.
  await expect.poll(() => laterWork(ana.trigger.workspaceId), soon).toHaveLength(2);
  expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  await revokeGrant(name);
  for (const key of await laterWork(ana.trigger.workspaceId)) await letBeDue(key);
  await invoke('schedules', { job: 'sweep' });
  await expect.poll(async () => (await ana.amazon()).skill, soon).toBe('revoked');
  expect(await ana.amazon()).toMatchObject({ reason: 'amazon.skillDisabled' });
  await expect.poll(async () => (await mailsOf(name)).length, soon).toBe(1);
});

test('detects a disabled skill with the daily check when no event arrives', async () => {
  const name = guest();
  await enablingOf(name, { events: 'missing' });
  const ana = await settledAtRest(name);
  await ana.home.disableSkill();
  expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  await letDayPass(ana.trigger.workspaceId);
  await invoke('schedules', { job: 'checkGrants' });
  await expect.poll(async () => (await ana.amazon()).skill, soon).toBe('revoked');
  await expect.poll(async () => (await mailsOf(name)).length, soon).toBe(1);
});
