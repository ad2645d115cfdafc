import { expect, test } from 'vitest';

import { aTriggerPage } from '#test/support/a-trigger-page.ts';
import { anAccess } from '#test/support/worlds/a-grant.ts';
import { aLinkedWorkspace } from '#test/support/worlds/a-linked-workspace.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';

import { listTriggers } from './list-triggers.ts';
import { resyncTrigger } from './resync-trigger.ts';

const place = { workspaceId: 7, triggerId: 'good-night' };

test('queues a report for a trigger that is missing in Alexa, and shows it as waiting', async () => {
  const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
  expect((await listTriggers(page.deps, 7))[0]?.alexa).toEqual({ state: 'inAlexa' });
  const told = await resyncTrigger(page.deps, place);
  expect(told).toMatchObject({ id: 'good-night', alexa: { state: 'waiting', since: '2026-11-20T12:00:00.000Z' } });
  expect(page.queued).toEqual([
    { topic: 'devices', amazonUserId: 'amzn1.ana', workspaceId: 7, link: 1, removed: [], again: ['trg-good-night'] },
  ]);
});

test('throws the reason without queueing a report while Alexa accepts none', async () => {
  const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
  page.story.now = { ...page.story.now, grant: undefined };
  const refused = resyncTrigger(page.deps, place);
  await expect(refused).rejects.toEqual(expect.objectContaining({ code: 'amazon.skillNotEnabled' }));
  expect(page.queued).toEqual([]);
});

test.each([
  ['reconnecting, where that enables the skill again', true, undefined, 'amazon.grantRevoked'],
  ['reconnecting, a day after Amazon refused it', true, 24, 'amazon.grantRevoked'],
  ['the Alexa app, where this stage enables no skills', false, undefined, 'amazon.reinstallSkill'],
  ['the Alexa app, where Amazon refused to enable it for this link', true, 23, 'amazon.reinstallSkill'],
] as const)('names the fix after the permission ended: %s', async (_, enables, hoursAgo, code) => {
  const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
  page.story.now = { ...page.story.now, grant: { state: 'revoked', grantedAt: '2026-11-01T00:00:00.000Z' } };
  const now = page.deps.now();
  const reconnectRefusedAt = hoursAgo && new Date(now.getTime() - hoursAgo * 3_600_000).toISOString();
  page.grants.access = anAccess(now, { state: 'revoked', ...(reconnectRefusedAt && { reconnectRefusedAt }) });
  const told = resyncTrigger({ ...page.deps, enablesSkill: () => Promise.resolve({ enables }) }, place);
  await expect(told).rejects.toEqual(expect.objectContaining({ code }));
  expect(page.queued).toEqual([]);
});

test.each([
  ['Amazon reports it', { revokedAs: 'skillDisabled' }, undefined],
  ['we disabled it', {}, { at: '2026-11-20T11:00:00.000Z', isSure: true }],
] as const)('asks to enable a skill that is known to be off, and not to disable it: %s', async (_, ended, skillOff) => {
  const home = aLinkedWorkspace();
  const page = aTriggerPage({ ...home, link: home.link && { ...home.link, skillOff } }, aTrigger());
  page.story.now = { ...page.story.now, grant: { state: 'revoked', grantedAt: '2026-11-01T00:00:00.000Z' } };
  const grantedAt = '2026-11-01T00:00:00.000Z';
  page.grants.access = anAccess(page.deps.now(), { state: 'revoked', grantedAt, ...ended });
  const refused = resyncTrigger({ ...page.deps, enablesSkill: () => Promise.resolve({ enables: false }) }, place);
  await expect(refused).rejects.toEqual(expect.objectContaining({ code: 'amazon.enableSkill' }));
});

test('throws trigger.notFound for a trigger of another workspace', async () => {
  const page = aTriggerPage(aLinkedWorkspace(), aTrigger({ workspaceId: 8 }));
  const refused = resyncTrigger(page.deps, place);
  await expect(refused).rejects.toEqual(expect.objectContaining({ code: 'trigger.notFound' }));
});
