import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';

import { createTable } from '#functions/data/create-table.ts';

import { localClient, localCredentials } from '../local/table/dynamodb.ts';
import { sampled } from '../support/depth.ts';
import { isWhole, strikesHere } from './cells.ts';
import { every, strikes, tableFaults, type TableFault } from './injected/table-faults.ts';
import type { TableCall } from './injected/table-proxy.ts';
import { matrixTable, wrongCells, type Verdict } from './matrix-table.ts';
import { aConfirmingHome, type ConfirmingHome } from './receipts/a-confirming-home.ts';
import { receiptLinks, type ReceiptLink } from './receipts/links.ts';
import { runSeed } from './seeded.ts';

vi.mock('#functions/platform/time/with-timeout.ts', () => import('./virtual-clock.ts'));

const tableUrl = inject('dynamodbUrl');
const client = localClient(tableUrl);
const doc = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
const only = process.env['FAULT_CELL'] ?? '';

const homes: ConfirmingHome[] = [];
const plays: Plays[] = [];
const verdicts: Verdict[] = [];

beforeAll(async () => {
  // The product reads its credentials from the environment, as on AWS.
  process.env['AWS_ACCESS_KEY_ID'] = localCredentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = localCredentials.secretAccessKey;
  for (const [index, { withGroup }] of receiptLinks.entries()) {
    // The sweep reads a whole table, and each home has its own time.
    const table = { doc, name: `receipts-${runSeed}-${index}` };
    await createTable(client, table.name);
    homes.push(await aConfirmingHome(table, tableUrl, withGroup));
  }
  plays.push(...(await Promise.all(homes.map((home, index) => playsOf(linkAt(index), home)))));
});

afterAll(async () => {
  console.log(
    matrixTable(
      verdicts,
      receiptLinks.map(({ name }) => name),
    ),
  );
  console.log(`${verdicts.length} cells${isWhole ? ', all there are' : ''}. Seed ${runSeed}.`);
  await Promise.all(homes.map((home) => home.close()));
});

type ReceiptCell = { link: ReceiptLink; home: ConfirmingHome; fault: TableFault; at: string };

const rowOf = ({ fault }: ReceiptCell): string => `table: ${fault.name}`;
const nameOf = (cell: ReceiptCell): string => `${cell.link.name} / ${rowOf(cell)} / ${cell.at}`;

/** `calls` are those of a healthy run. */
type Plays = { link: ReceiptLink; calls: readonly TableCall[]; cells: ReceiptCell[]; wrong: string[] };

/** Builds cells for every fault at every call of a healthy run, and at all calls at once. */
async function playsOf(link: ReceiptLink, home: ConfirmingHome): Promise<Plays> {
  const { problems } = await link.play(home, () => ({ does: 'pass' }), '');
  const calls = [...home.proxy.calls()];
  const cells = tableFaults.flatMap((fault) => {
    const places = calls
      .filter((call, place) => fault.affects(call) && strikesHere(fault, place, runSeed))
      .map(({ label }) => label);
    const all = fault.lasts && calls.some((call) => fault.affects(call)) ? [...places, every] : places;
    return all.map((at) => ({ link, home, fault, at }));
  });
  return { link, calls, cells, wrong: problems.map((problem) => `${link.name} without a fault: ${problem}`) };
}

/** Plays cells one by one, because they share a home. */
async function playAll(cells: readonly ReceiptCell[]): Promise<void> {
  for (const cell of cells) {
    const { link, home, fault, at } = cell;
    const played = await link.play(home, strikes(fault, at), fault.name);
    const missed = home.proxy.struck().length === 0 ? ['it never struck'] : [];
    const problems = [...missed, ...played.problems];
    verdicts.push({ name: nameOf(cell), row: rowOf(cell), column: link.name, word: played.word, problems });
  }
}

test('plays every fault of the table at each link that makes a call it affects', () => {
  const missing = plays.flatMap(({ link, calls, cells }) =>
    tableFaults
      .filter((fault) => calls.some((call) => fault.affects(call)) && !cells.some((cell) => cell.fault === fault))
      .map((fault) => `${link.name} / ${fault.name}`),
  );
  const affecting = tableFaults.filter((fault) => plays.some(({ calls }) => calls.some(fault.affects)));
  expect([missing, affecting]).toEqual([[], tableFaults]);
});

test('pairs each receipt with its own run when the table fails for the skill, the worker, the sweep or the waiting run', async () => {
  expect(plays.flatMap(({ wrong }) => wrong)).toEqual([]);
  const cells = sampled(
    plays.flatMap((one) => one.cells),
    rowOf,
  ).filter((cell) => nameOf(cell).includes(only));
  await Promise.all(homes.map((home) => playAll(cells.filter((cell) => cell.home === home))));
  expect(wrongCells(verdicts)).toEqual([]);
});

function linkAt(index: number): ReceiptLink {
  const link = receiptLinks[index];
  if (!link) throw new Error(`There is no link ${index}.`);
  return link;
}
