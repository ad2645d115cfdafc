import { readFile } from 'node:fs/promises';

import { describe, expect, inject, test } from 'vitest';

import { stackControls } from '../../local/local-client.ts';
import { guests } from '../kit/guests.ts';
import { inboxOf } from '../kit/inbox.ts';
import { revokeGrant } from '../kit/orders.ts';
import { newcomer, settled } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { letDayPass } from '../kit/table.ts';

const guest = guests('alexaUpkeep');
const { invoke } = stackControls(inject('stack'));

const checkNow = () => invoke('schedules', { job: 'checkGrants' });

describe('a skill that was switched off is noticed though nobody fires', () => {
  test('the page says since when and why, and the owner gets one e-mail without any secret', async () => {
    const name = guest();
    const ana = await settled(name);
    const { workspaceId } = ana.trigger;
    await revokeGrant(name);
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    await letDayPass(workspaceId);
    await checkNow();
    await expect.poll(async () => (await ana.amazon()).skill, soon).toBe('revoked');
    expect(await ana.amazon()).toMatchObject({
      reason: 'amazon.accessEnded',
      revokedAt: expect.any(String),
      expiresDate: null,
    });

    await expect.poll(async () => (await inboxOf(`${name}@example.com`)).length, soon).toBe(1);
    const [mail] = await inboxOf(`${name}@example.com`);
    expect(mail?.text).toContain(`${inject('stack').appUrl}/amazon-auth`);
    expect(mail?.text).toContain('Reconnect account');
    expect(mail?.text).not.toMatch(/Atz|token=|eyJ/);
    await checkNow();
    await ana.send('POST', `/api/triggers/${ana.trigger.id}/execute`);
    expect(await inboxOf(`${name}@example.com`)).toHaveLength(1);

    await ana.home.disableSkill();
    await ana.home.enableSkill();
    const back = await ana.amazon();
    expect(back).toMatchObject({ skill: 'active' });
    expect(back).not.toHaveProperty('reason');
  });

  test('a skill that is still on stays active, and no e-mail is sent', async () => {
    const name = guest();
    const ana = await settled(name);
    await letDayPass(ana.trigger.workspaceId);
    await checkNow();
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    expect(await inboxOf(`${name}@example.com`)).toEqual([]);
  });
});

describe('before linking the page names the account that is likely meant', () => {
  test('the one signed in with', async () => {
    const name = guest();
    const ana = await newcomer(name, { provider: 'amazon' });
    expect((await ana.amazon()).knownAccount).toMatchObject({ email: `${name}@example.com`, source: 'signIn' });
  });

  test('none for a person who signed in with Google, and the unlinked one afterwards', async () => {
    const name = guest();
    const ana = await settled(name);
    const stranger = await newcomer(guest());
    expect(await stranger.amazon()).not.toHaveProperty('knownAccount');
    expect(await ana.amazon()).not.toHaveProperty('knownAccount');
    await ana.unlinkAmazon(ana.trigger.workspaceId);
    expect((await ana.amazon()).knownAccount).toMatchObject({ email: `${name}@example.com`, source: 'detachedGrant' });
    await ana.linkAmazon();
    expect(await ana.amazon()).not.toHaveProperty('knownAccount');
  });
});

test('sealed values are sealed again by schedule, and everything still opens', async () => {
  const ana = await settled(guest());
  await invoke('schedules', { job: 'reseal' });
  await invoke('schedules', { job: 'reseal' });
  expect((await ana.execute(ana.trigger.id)).success).toBe(true);
});

test('background work leaves no token, address or name in the log', async () => {
  const name = guest();
  const ana = await settled(name, 'Very private name');
  const reports = async () =>
    (await ana.home.look()).log.filter((entry) => entry.name.endsWith('AddOrUpdateReport')).length;
  const before = await reports();
  await ana.resync(ana.trigger.id);
  // A report that is still on its way would find the permission gone before the check does.
  await expect.poll(reports, soon).toBeGreaterThan(before);
  await revokeGrant(name);
  await letDayPass(ana.trigger.workspaceId);
  await checkNow();
  await invoke('schedules', { job: 'reseal' });
  await expect.poll(async () => (await inboxOf(`${name}@example.com`)).length, soon).toBe(1);
  const read = () => readFile(inject('functionLog'), 'utf8');
  const reported = ['grant.checked', 'gateway.grantRevoked', 'mail.sent', 'grants.queued'];
  const unreported = async () => {
    const sofar = await read();
    return reported.filter((event) => !sofar.includes(`"${event}"`));
  };
  await expect.poll(unreported, soon).toEqual([]);
  const log = await read();
  const secrets = ['@example.com', 'Very private name', `"${name}"`, 'local-skill-secret'];
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  expect(log).not.toMatch(/\bAtz[a-z]\||\beyJ[\w-]{10}|[?&](?:token|code|state|access_token)=/);
});
