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

describe('the daily check of grants', () => {
  test('detects a disabled skill without any run, shows time and reason, and sends one e-mail without secrets', async () => {
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

  test('keeps an enabled skill active and sends no e-mail', async () => {
    const name = guest();
    const ana = await settled(name);
    await letDayPass(ana.trigger.workspaceId);
    await checkNow();
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    expect(await inboxOf(`${name}@example.com`)).toEqual([]);
  });
});

describe('the suggested account before linking', () => {
  test('suggests the Amazon account that the user signed in with', async () => {
    const name = guest();
    const ana = await newcomer(name, { provider: 'amazon' });
    expect((await ana.amazon()).knownAccount).toMatchObject({ email: `${name}@example.com`, source: 'signIn' });
  });

  test('suggests nothing to a user who signed in with Google, and the previous account after unlinking', async () => {
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

test('reseals stored values on schedule and keeps them readable', async () => {
  const ana = await settled(guest());
  await invoke('schedules', { job: 'reseal' });
  await invoke('schedules', { job: 'reseal' });
  expect((await ana.execute(ana.trigger.id)).success).toBe(true);
});

test('logs no token, address or name in background jobs', async () => {
  const name = guest();
  const ana = await settled(name, 'Very private name');
  const reports = async () =>
    (await ana.home.look()).log.filter((entry) => entry.name.endsWith('AddOrUpdateReport')).length;
  const before = await reports();
  await ana.resync(ana.trigger.id);
  // A report still in progress would detect the revoked grant before the check does.
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
