import { randomUUID } from 'node:crypto';

import { deviceIdOf } from '#functions/data/items/trigger-item.ts';
import type { StreamChange } from '#functions/data/stream-record.ts';
import type { Table } from '#functions/data/table.ts';

import type { CellResult } from './cell.ts';
import { testedChannels, type TestedChannel } from './channels.ts';
import { historyProblems, shardsOf, work } from './expectations.ts';
import { aHome, type Home } from './home.ts';
import { streamFaults, type StreamFault } from './injected/stream-faults.ts';
import { runsIn, type ReportedRun } from './reported-runs.ts';

type Fired = { channel: TestedChannel; fault: StreamFault; triggerId: string; runs: ReportedRun[] };

const runsEach = 2;

export async function readyForStream({ table, tableUrl }: { table: Table; tableUrl: string }) {
  const homes: Home[] = [];
  const firings: Fired[] = [];
  await Promise.all(
    testedChannels.map(async (channel) => {
      const home = await aHome(table, tableUrl, { withGroup: channel.channel === 'group' });
      homes.push(home);
      for (const [index, fault] of streamFaults.entries()) {
        const name = `Janela ${index}`;
        const triggerId = (await home.world.createTrigger(home.workspaceId, name)) ?? '';
        const firing = { triggerId, deviceId: deviceIdOf(triggerId), name };
        const runs: ReportedRun[] = [];
        for (let run = 0; run < runsEach; run += 1) {
          home.clock.advance(70_000);
          const { process, lines } = home.well();
          await channel.fire(process, lines, home, { ...firing, key: randomUUID() });
          runs.push(...runsIn({ lines }, { home, mayMiss: false }));
        }
        firings.push({ channel, fault, triggerId, runs });
      }
    }),
  );
  return { homes, firings };
}

export async function playStream(
  table: Table,
  firings: readonly Fired[],
  changes: readonly StreamChange[],
  chance: () => number,
): Promise<CellResult[]> {
  const verdicts: CellResult[] = [];
  for (const { channel, fault, triggerId, runs } of firings) {
    const mine = changes.filter(({ key }) => key.sk.endsWith(`#${triggerId}`));
    // Runs of one trigger arrive in order, those of different triggers in any order.
    const handed = fault.hands(shardsOf(mine), chance);
    const failed = await work({ table, processPartition: () => Promise.resolve() }, handed);
    const problems = await historyProblems(table, runs);
    if (failed !== handed.filter(({ fails }) => fails).length) problems.push(`${failed} batches failed`);
    if (runs.length !== runsEach) problems.push(`it told of ${runs.length} runs`);
    const cell = { row: `stream: ${fault.name}`, channel, scene: 'plain', at: '' } as const;
    verdicts.push({ cell, word: 'kept once', problems, runs });
  }
  return verdicts;
}
