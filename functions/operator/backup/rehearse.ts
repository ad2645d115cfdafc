import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { rawPages } from '#functions/data/raw-table.ts';

import type { OperatorCommand, Operator } from '../operator.ts';
import { inAnotherTable } from './another-table.ts';
import { checkedArchive, readArchive, writeArchive } from './archive.ts';
import { checkRestored } from './check-restored.ts';
import { restore } from './restore.ts';

const usage = `

Verifies that an export can be restored: exports the table, creates another one (<table>-rehearsal), imports into it,
compares both item by item, reads all items as this version of the product does, and opens every sealed value with the keys
of the secret "encryption". Then it deletes the other table and the folder. The product is not affected. On AWS, it costs
reading and writing the whole table once.`;

export const rehearse: OperatorCommand = {
  name: 'rehearse',
  about: 'verify that an export can be restored, in another table',
  usage,
  options: {},
  words: { min: 0, max: 0 },
  run: async (_, operator) => {
    const folder = await mkdtemp(join(tmpdir(), 'rehearsal-'));
    try {
      return await inAnotherTable(operator.table, (other) => exportAndBack(operator, other, folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function exportAndBack(
  operator: Operator,
  other: Operator['table'],
  folder: string,
): Promise<'done' | 'notDone'> {
  const { table, now, print } = operator;
  const began = now().getTime();
  await writeArchive(folder, rawPages(table), { exportedAt: now().toISOString(), table: table.name });
  const { items } = await checkedArchive(folder);
  print(`Exported ${items} items of ${table.name} in ${now().getTime() - began} ms.`);
  const there = { ...operator, table: other };
  const back = now().getTime();
  const { written, leftOut } = await restore(there, folder, { replace: false });
  print(`Imported ${written} of them into ${other.name} in ${now().getTime() - back} ms; ${leftOut} had expired.`);
  const findings = await checkRestored(there, readArchive(folder));
  for (const line of findings.passed) print(line);
  for (const problem of findings.problems.slice(0, 20)) print(`PROBLEM: ${problem}`);
  if (findings.problems.length > 20) print(`and ${findings.problems.length - 20} more.`);
  print(findings.problems.length === 0 ? 'The backup can be restored.' : 'The backup is not reliable.');
  return findings.problems.length === 0 ? 'done' : 'notDone';
}
