import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';

import { groupMessageKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createGroupLimitStore } from '#functions/data/whatsapp/group-limit-store.ts';
import { createGroupMessageStore, type GroupClaim } from '#functions/data/whatsapp/group-message-store.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { checkLimits } from '#functions/whatsapp/inbound/check-limits.ts';
import { noUsage } from '#shared/rules/group-commands/limits.ts';

import { aTable } from '../../support/worlds/a-table.ts';
import { aClock } from '../../support/worlds/alexa-world.ts';

const clock = aClock();
const holdMs = 11_000;

let table: Table;
beforeAll(async () => {
  table = await aTable();
});

const store = () => createGroupMessageStore(table, clock.now);
let ids = 0;
const aClaim = (changes: Partial<GroupClaim> = {}): GroupClaim => ({
  instanceId: 4711,
  messageId: `3AFFEE${(ids += 1)}`,
  claimId: `delivery-${ids}`,
  fires: true,
  ...changes,
});
const again = (claim: GroupClaim): GroupClaim => ({ ...claim, claimId: `${claim.claimId}-again` });

const stored = async ({ instanceId, messageId }: GroupClaim) => {
  const Key = groupMessageKey(hashOf(`${instanceId} ${messageId}`));
  return (await table.doc.send(new GetCommand({ TableName: table.name, Key }))).Item;
};

describe('a message', () => {
  test('gives a message to exactly one of many concurrent deliveries', async () => {
    const claim = aClaim();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store().take({ ...claim, claimId: `d${index}` }, holdMs)),
    );
    expect(all.filter((outcome) => outcome === 'taken')).toHaveLength(1);
    expect(new Set(all)).toEqual(new Set(['taken', 'running']));
  });

  test('claims the same message separately on each line', async () => {
    const claim = aClaim();
    expect(await store().take(claim, holdMs)).toBe('taken');
    expect(await store().take({ ...claim, instanceId: 4712, claimId: 'other' }, holdMs)).toBe('taken');
  });

  test('keeps the claim of a delivery whose first attempt was lost', async () => {
    const claim = aClaim();
    await store().take(claim, holdMs);
    expect(await store().take(claim, holdMs)).toBe('taken');
  });

  test('reports a handled message as over for two days', async () => {
    const claim = aClaim();
    await store().take(claim, holdMs);
    await store().finish(claim);
    expect(await store().take(again(claim), holdMs)).toBe('over');
    clock.advance(48 * 3600_000);
    expect(await store().take(again(claim), holdMs)).toBe('taken');
  });

  test('reports a message as lost to exactly one later delivery when its process died while firing', async () => {
    const claim = aClaim();
    await store().take(claim, holdMs);
    clock.advance(holdMs - 1);
    expect(await store().take(again(claim), holdMs)).toBe('running');
    clock.advance(1);
    const all = await Promise.all(['a', 'b', 'c'].map((claimId) => store().take({ ...claim, claimId }, holdMs)));
    expect(all.toSorted()).toEqual(['lost', 'running', 'running']);
  });

  test('starts a message that fires nothing again after its process died', async () => {
    const claim = aClaim({ fires: false });
    await store().take(claim, holdMs);
    clock.advance(holdMs);
    expect(await store().take(again(claim), holdMs)).toBe('taken');
  });

  test('allows another claim only after the holder has released the message', async () => {
    const claim = aClaim();
    await store().take(claim, holdMs);
    await store().release(again(claim));
    expect(await store().take(again(claim), holdMs)).toBe('running');
    await store().release(claim);
    expect(await store().take(again(claim), holdMs)).toBe('taken');
  });

  test('never starts a message again whose process died while firing, whichever delivery releases it', async () => {
    const claim = aClaim();
    await store().take(claim, holdMs);
    clock.advance(holdMs);
    expect(await store().take(again(claim), holdMs)).toBe('lost');
    await store().release(again(claim));
    clock.advance(holdMs);
    expect(await store().take({ ...claim, claimId: 'third' }, holdMs)).toBe('lost');
  });

  test('reports a message as lost when its second process died while firing', async () => {
    const claim = aClaim({ fires: false });
    await store().take(claim, holdMs);
    clock.advance(holdMs);
    expect(await store().take({ ...again(claim), fires: true }, holdMs)).toBe('taken');
    clock.advance(holdMs);
    expect(await store().take({ ...claim, claimId: 'third' }, holdMs)).toBe('lost');
  });

  test('stores our own message before it arrives, and reports it as over', async () => {
    const claim = aClaim();
    await store().keepOwn(claim.instanceId, claim.messageId);
    expect(await store().isOurs(claim.instanceId, claim.messageId)).toBe(true);
    expect(await store().take(claim, holdMs)).toBe('over');
    expect(await store().isOurs(claim.instanceId, 'somebody-else')).toBe(false);
  });

  test('stores sender and trigger of a fired message for as long as the execution', async () => {
    const claim = aClaim();
    await store().take(claim, holdMs);
    const firing = {
      source: 'whatsapp',
      workspaceId: 7,
      groupJid: '120363999000111222@g.us',
      messageId: claim.messageId,
      senderId: '700999888777@lid',
      senderName: 'Carla',
      triggerId: 'gate',
      executionId: 'run-1',
      result: 'sent',
    } as const;
    await store().finish(claim, firing);
    const item = await stored(claim);
    expect(item).toMatchObject({ state: 'done', firing });
    expect(item?.['expiresAt']).toBe(Math.floor(clock.now().getTime() / 1000) + 90 * 86_400);
  });
});

describe('the limits of a group', () => {
  const limits = () => createGroupLimitStore(table, clock.now);
  const asker = () => ({ limits: limits(), newId: () => crypto.randomUUID(), now: clock.now });

  test('counts all concurrent commands even if each has read the same outdated usage', async () => {
    const group = { instanceId: 4711, jid: 'busy@g.us' };
    const seen = { turns: noUsage, rev: 0 };
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, () =>
        checkLimits(asker(), group, { kind: 'command', by: 'ana', id: crypto.randomUUID() }, seen),
      ),
    );
    const of = (verdict: string) => verdicts.filter((one) => one.outcome === verdict).length;
    expect([of('go'), of('notice'), of('silent')]).toEqual([6, 1, 3]);
    expect((await limits().read(group)).turns.commands).toHaveLength(6);
  });

  test('forgets the usage after a day, even before the table removes it', async () => {
    const group = { instanceId: 4711, jid: 'old@g.us' };
    await checkLimits(asker(), group, { kind: 'planNotice', id: crypto.randomUUID() }, { turns: noUsage, rev: 0 });
    expect(
      (await checkLimits(asker(), group, { kind: 'planNotice', id: crypto.randomUUID() }, await limits().read(group)))
        .outcome,
    ).toBe('silent');
    clock.advance(25 * 3600_000);
    expect(await limits().read(group)).toEqual({ turns: noUsage, rev: 0 });
    expect(
      (await checkLimits(asker(), group, { kind: 'planNotice', id: crypto.randomUUID() }, await limits().read(group)))
        .outcome,
    ).toBe('go');
  });

  test('counts a write once when its answer was lost', async () => {
    const group = { instanceId: 4711, jid: 'lost@g.us' };
    const turns = { ...noUsage, commands: [{ at: 1, by: 'ana' }] };
    const seen = await limits().read(group);
    expect(await limits().write(group, seen, { turns, writer: 'w1' })).toBe('written');
    expect(await limits().write(group, seen, { turns, writer: 'w1' })).toBe('written');
    expect(await limits().write(group, seen, { turns, writer: 'w2' })).toBe('changed');
  });
});
