import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';

import { createTable } from '#functions/data/create-table.ts';

import { streamReader } from '../local/background/stream-reader.ts';
import { localClient, localCredentials } from '../local/table/dynamodb.ts';
import { sampled } from '../support/depth.ts';
import { idOf, type CellResult } from './cell.ts';
import {
  untestedChannels,
  hangingCells,
  isWhole,
  providerCells,
  secretCells,
  stormCells,
  tableCells,
} from './cells.ts';
import { testedChannels } from './channels.ts';
import { changesIn, dayProblems, historyProblems, work } from './expectations.ts';
import type { Home } from './home.ts';
import { tableFaults } from './injected/table-faults.ts';
import { matrixTable, wrongCells, type Verdict } from './matrix-table.ts';
import { healthyRuns, playAll } from './play-all.ts';
import { runSeed, seeded } from './seeded.ts';
import { playStream, readyForStream } from './stream-cells.ts';

vi.mock('#functions/platform/time/with-timeout.ts', () => import('./virtual-clock.ts'));

const tableUrl = inject('dynamodbUrl');
const client = localClient(tableUrl);
const doc = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
const table = { doc, name: `faults-${runSeed}` };
const only = process.env['FAULT_CELL'] ?? '';

const homes: Home[] = [];
const verdicts: CellResult[] = [];
let healthy: ReturnType<typeof healthyRuns>;

beforeAll(async () => {
  // The product reads its credentials from the environment, as on AWS.
  process.env['AWS_ACCESS_KEY_ID'] = localCredentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = localCredentials.secretAccessKey;
  await createTable(client, table.name);
  healthy = healthyRuns({ table, tableUrl });
  await healthy;
});

afterAll(async () => {
  console.log(
    matrixTable(
      verdicts.map(asVerdict),
      testedChannels.map(({ name }) => name),
    ),
  );
  const again = 'To play it again: FAULT_SEED=… FAULT_CELL="part of its name" npm run matrix';
  console.log(`${verdicts.length} cells${isWhole ? ', all there are' : ''}. Seed ${runSeed}. ${again}`);
  await Promise.all(homes.map((home) => home.close()));
});

const asVerdict = ({ cell, word, problems }: CellResult): Verdict => {
  return { name: idOf(cell), row: cell.row, column: cell.channel.name, word, problems };
};
const wrong = (all: readonly CellResult[]): string[] => wrongCells(all.map(asVerdict));

describe('fault matrix', () => {
  test('includes every channel of the product', () => {
    expect(untestedChannels()).toEqual([]);
  });

  test('plays every fault of the table on every channel', async () => {
    const cells = tableCells(await healthy, runSeed);
    const met = (fault: string, channel: string): boolean =>
      cells.some((cell) => cell.row === `table: ${fault}` && cell.channel.name === channel);
    const spared = tableFaults.flatMap(({ name }) =>
      testedChannels.flatMap((channel) => (met(name, channel.name) ? [] : [`${name} ${channel.name}`])),
    );
    expect(spared).toEqual([]);
  });

  test(
    'answers correctly and in time, fires at most once, and loses or breaks nothing under every fault',
    { timeout: 1_200_000 },
    async () => {
      const runs = await healthy;
      const cells = [
        ...tableCells(runs, runSeed),
        ...hangingCells(runs, runSeed),
        ...stormCells(runSeed),
        ...providerCells(),
        ...secretCells(),
      ];
      const chosen = sampled(cells, ({ row }) => row).filter((cell) => idOf(cell).includes(only));
      const played = await playAll({ table, tableUrl }, chosen);
      homes.push(...played.homes);
      verdicts.push(...played.verdicts);
      expect(wrong(played.verdicts)).toEqual([]);
    },
  );
});

test('keeps and counts every run once when the stream is stale', async () => {
  const ready = await readyForStream({ table, tableUrl });
  homes.push(...ready.homes);
  const reader = await streamReader(client, tableUrl, table.name, {});
  const changes = await changesIn(reader);
  reader.close();
  const stale = await playStream(table, ready.firings, changes, seeded(runSeed));
  verdicts.push(...stale);
  expect(wrong(stale)).toEqual([]);

  // The stream also holds the changes of the matrix itself.
  const worlds = new Map(homes.map((home) => [`W#${home.workspaceId}`, home.world]));
  for (const home of homes) worlds.set(`A#${home.account}`, home.world);
  const processPartition = async (partition: string): Promise<unknown> =>
    worlds.get(partition)?.processPartition(partition);
  const told = verdicts.flatMap(({ runs }) => runs);
  await work({ table, processPartition }, [{ changes, fails: false }]);
  expect(await historyProblems(table, told)).toEqual([]);
  const ofWorkspaces = Map.groupBy(told, ({ workspaceId }) => workspaceId);
  const days = [...ofWorkspaces].map(([id, runs]) =>
    dayProblems(table, id, [...new Set(runs.map((run) => run.triggerId))]),
  );
  expect((await Promise.all(days)).flat()).toEqual([]);
});
