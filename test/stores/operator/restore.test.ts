import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';

import { accountPartition, linkKey, triggerKey } from '#functions/data/keys.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createLastRunStore } from '#functions/data/triggers/last-run-store.ts';

import { addLinkedWorkspace } from '../../support/worlds/a-linked-workspace.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aTrigger } from '../../support/worlds/a-trigger.ts';
import { anOperator } from '../../support/worlds/an-operator.ts';

async function newFolder(): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'restore-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'export');
}

test('queues a report of the devices of each linked account after an import', async () => {
  const folder = await newFolder();
  const [from, to] = [await aTable(), await aTable()];
  const link = { amazonUserId: 'amzn1.ana', workspaceId: 7, link: 2 };
  const Item = { ...linkKey(link.amazonUserId), type: 'link', ...link, createdAt: '2026-11-20T12:00:00.000Z' };
  await from.doc.send(new PutCommand({ TableName: from.name, Item }));

  expect((await anOperator(from)('export', folder)).code).toBe(0);
  expect((await anOperator(to)('import', folder, '--yes')).code).toBe(0);
  expect((await createOutboxStore(to).pending(accountPartition(link.amazonUserId))).items).toMatchObject([
    { entry: { topic: 'devices', ...link, removed: [] } },
  ]);
});

test('adds both runs of a trigger to the history if the export came before the stream', async () => {
  const folder = await newFolder();
  const [from, to] = [await aTable(), await aTable()];
  const { id: workspaceId } = await addLinkedWorkspace(from);
  const older = {
    id: 'older',
    at: new Date(Date.now() - 5000).toISOString(),
    channel: 'voice',
    outcome: 'unknown',
    ms: 3000,
  } as const;
  const newer = {
    id: 'newer',
    at: new Date(Date.now() - 4000).toISOString(),
    channel: 'webhook',
    outcome: 'sent',
    ms: 90,
  } as const;
  const trigger = aTrigger({ workspaceId, run: { ...newer, stages: {} }, overtaken: { ...older, stages: {} } });
  const Item = { ...triggerKey(workspaceId, trigger.id), ...trigger };
  await from.doc.send(new PutCommand({ TableName: from.name, Item }));

  expect((await anOperator(from)('export', folder)).code).toBe(0);
  expect((await anOperator(to)('import', folder, '--yes')).code).toBe(0);
  expect((await createExecutionStore(to).list(trigger.id)).runs).toMatchObject([newer, older]);
  expect(await createLastRunStore(to).lastRun(workspaceId, trigger.id)).toMatchObject(newer);
});
