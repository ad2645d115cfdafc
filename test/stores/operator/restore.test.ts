import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';

import { accountPartition, linkKey } from '#functions/data/keys.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';

import { aTable } from '../../support/worlds/a-table.ts';
import { anOperator } from '../../support/worlds/an-operator.ts';

test('queues a report of the devices of each linked account after an import', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'restore-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const folder = join(parent, 'export');
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
