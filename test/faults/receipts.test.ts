import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { createTable } from '#functions/data/create-table.ts';

import { localClient, localCredentials } from '../local/table/dynamodb.ts';
import { isWhole, strikesHere } from './cells.ts';
import { every, strikes, tableFaults } from './injected/table-faults.ts';
import { matrixTable, type Verdict } from './matrix-table.ts';
import { aConfirmingHome, type ConfirmingHome } from './receipts/a-confirming-home.ts';
import { receiptLinks, type ReceiptLink } from './receipts/links.ts';
import { runSeed } from './seeded.ts';

const tableUrl = inject('dynamodbUrl');
const client = localClient(tableUrl);
const doc = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
const only = process.env['FAULT_CELL'] ?? '';

const homes: ConfirmingHome[] = [];
const verdicts: Verdict[] = [];

beforeAll(async () => {
  // The product takes its credentials from where it runs, as on AWS.
  process.env['AWS_ACCESS_KEY_ID'] = localCredentials.accessKeyId;
  process.env['AWS_SECRET_ACCESS_KEY'] = localCredentials.secretAccessKey;
  for (const [index, { withGroup }] of receiptLinks.entries()) {
    // The sweep goes over a whole table, and each home has its own time.
    const table = { doc, name: `receipts-${runSeed}-${index}` };
    await createTable(client, table.name);
    homes.push(await aConfirmingHome(table, tableUrl, withGroup));
  }
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

/** Every fault at every call, and at all of them. */
async function playAll(link: ReceiptLink, home: ConfirmingHome): Promise<string[]> {
  const { problems } = await link.play(home, () => ({ does: 'pass' }), '');
  const wrong = problems.map((problem) => `${link.name} without a fault: ${problem}`);
  const calls = [...home.proxy.calls()];
  for (const fault of tableFaults) {
    const row = `table: ${fault.name}`;
    const places = calls
      .filter((call, place) => fault.affects(call) && strikesHere(fault, place, runSeed))
      .map(({ label }) => label);
    for (const at of fault.lasts && calls.some((call) => fault.affects(call)) ? [...places, every] : places) {
      const name = `${link.name} / ${row} / ${at}`;
      if (!name.includes(only)) continue;
      const played = await link.play(home, strikes(fault, at), fault.name);
      const missed = home.proxy.struck().length === 0 ? ['it never struck'] : [];
      const found = [...missed, ...played.problems];
      verdicts.push({ name, row, column: link.name, word: played.word, problems: found });
      wrong.push(...found.map((problem) => `${name} => ${played.word}: ${problem}`));
    }
  }
  return wrong;
}

test('a receipt makes its run, and no other, whatever the table does to the skill, the worker and the run that waits', async () => {
  const wrong = await Promise.all(
    receiptLinks.map(async (link, index) => {
      const home = homes[index];
      return home ? playAll(link, home) : [`${link.name} has no home`];
    }),
  );
  expect(wrong.flat()).toEqual([]);
});
