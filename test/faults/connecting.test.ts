import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';

import { localCredentials } from '../local/table/dynamodb.ts';
import { isDeep, sampled } from '../support/depth.ts';
import { isWhole } from './cells.ts';
import { callFaults } from './connecting/call-faults.ts';
import { connectOperations } from './connecting/connect-operations.ts';
import { aRig, type Rig } from './connecting/connecting-rig.ts';
import { eventOperations } from './connecting/event-operations.ts';
import {
  connectingCells,
  enablementCells,
  healthyOperation,
  nameOf,
  playConnecting,
  type HealthyOperation,
} from './connecting/play-connecting.ts';
import { tableProblems } from './invariants.ts';
import { matrixTable, wrongCells, type Verdict } from './matrix-table.ts';
import { runSeed } from './seeded.ts';

vi.mock('#functions/platform/time/with-timeout.ts', () => import('./virtual-clock.ts'));

const operations = [...connectOperations, ...eventOperations];
const only = process.env['FAULT_CELL'] ?? '';
const tableUrl = inject('dynamodbUrl');
const rigs: Rig[] = [];
const verdicts: Verdict[] = [];
const runs: HealthyOperation[] = [];

beforeAll(async () => {
  // The product reads its credentials from the environment, as on AWS.
  process.env['AWS_ACCESS_KEY_ID'] = localCredentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = localCredentials.secretAccessKey;
  const rig = await aRig(tableUrl);
  rigs.push(rig);
  for (const operation of operations) runs.push(await healthyOperation(rig, operation));
});

afterAll(async () => {
  console.log(
    matrixTable(
      verdicts,
      operations.map(({ name }) => name),
    ),
  );
  console.log(`${verdicts.length} cells of connecting Alexa${isWhole ? ', all there are' : ''}. Seed ${runSeed}.`);
  await Promise.all(rigs.map((rig) => rig.close()));
});

test(
  'keeps the account, sends no spent code again and recovers by the offered steps when Amazon, Alexa or the table fails',
  { timeout: 3_000_000 },
  async () => {
    const all = connectingCells(runs, runSeed, isWhole);
    const cells = sampled(all, ({ by, fault }) => `${by}: ${fault.name}`).filter((cell) => nameOf(cell).includes(only));
    const played = await playConnecting(tableUrl, cells);
    rigs.push(...played.rigs);
    verdicts.push(...played.verdicts);
    expect(wrongCells(played.verdicts)).toEqual([]);
    for (const rig of played.rigs) expect(tableProblems(await rig.items())).toEqual([]);
  },
);

test('strikes at least one call with every fault', () => {
  const calls = runs.flatMap((run) => run.calls);
  expect(callFaults.filter(({ affects }) => !calls.some(affects)).map(({ name }) => name)).toEqual([]);
});

test.runIf(isDeep && only === '')('plays every fault at each enablement call of each operation in the deep run', () => {
  const wanted = enablementCells(runs);
  const operationsOf = (call: string): string[] => [
    ...new Set(wanted.filter(({ at }) => at.endsWith(call)).map(({ operation }) => operation.name)),
  ];
  // Moving an account also moves its permission.
  const connecting = connectOperations.map(({ name }) => name).filter((name) => name !== 'move');
  expect(operationsOf('GET alexaApiEndpoint')).toEqual(connecting);
  expect(operationsOf('GET enablement')).toEqual(connecting);
  expect(operationsOf('POST enablement')).toEqual(connecting);
  expect(operationsOf('DELETE enablement')).toEqual(['switch off and on']);
  const played = new Set(verdicts.map(({ name }) => name));
  expect(wanted.map(nameOf).filter((name) => !played.has(name))).toEqual([]);
});
