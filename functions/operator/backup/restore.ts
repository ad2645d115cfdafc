import { triggerItem } from '#functions/data/items/trigger-item.ts';
import { createOutboxStore } from '#functions/data/outbox/outbox-store.ts';
import { putRaw, rawPages, type RawItem } from '#functions/data/raw-table.ts';
import { deleteAll, wholeTable } from '#functions/data/whole-table.ts';
import { runHistory } from '#functions/wiring/parts/run-history.ts';

import type { Operator } from '../operator.ts';
import { readArchive } from './archive.ts';
import { linkIn, passes, passOf, restoreItem } from './restore-item.ts';

export type Restored = { written: number; leftOut: number; deleted: number; accounts: number };

const lot = 200;

/** Makes the table equal to the folder; `replace` deletes all other items. Idempotent. */
export async function restore(
  operator: Operator,
  folder: string,
  { replace }: { replace: boolean },
): Promise<Restored> {
  const { table, now } = operator;
  const done: Restored = { written: 0, leftOut: 0, deleted: 0, accounts: 0 };
  if (replace) done.deleted = await deleteOthers(operator, folder);
  for (const pass of passes) {
    let waiting: RawItem[] = [];
    for await (const item of readArchive(folder)) {
      if (passOf(item) !== pass) continue;
      const back = restoreItem(item, now());
      if (back) waiting.push(back);
      else done.leftOut += 1;
      if (waiting.length < lot) continue;
      done.written += waiting.length;
      await putRaw(table, waiting);
      waiting = [];
    }
    done.written += waiting.length;
    await putRaw(table, waiting);
  }
  await keepOwedRuns(operator);
  done.accounts = await queueReports(operator, folder);
  return done;
}

const nameOf = ({ pk, sk }: RawItem): string => `${pk.S} ${sk.S}`;

async function deleteOthers({ table, now }: Operator, folder: string): Promise<number> {
  const wanted = new Set<string>();
  for await (const item of readArchive(folder)) if (restoreItem(item, now())) wanted.add(nameOf(item));
  let deleted = 0;
  for await (const page of rawPages(table)) {
    const others = page.filter((item) => !wanted.has(nameOf(item)));
    deleted += others.length;
    await deleteAll(
      table,
      others.map(({ pk, sk }) => ({ pk: pk.S, sk: sk.S })),
    );
  }
  return deleted;
}

/** Adds runs that the history lacks, because the stream does not deliver them again. */
async function keepOwedRuns({ table, now }: Operator): Promise<void> {
  const { keepHistory } = runHistory({ table, now });
  for await (const page of wholeTable(table, now())) {
    for (const item of page) {
      const { data: after } = triggerItem.safeParse(item);
      if (!after) continue;
      await keepHistory({ after });
      const { overtaken, ...before } = after;
      if (overtaken) await keepHistory({ before, after });
    }
  }
}

/** Queues a device report for every linked account, because devices may have changed since the export. */
async function queueReports({ table, now, newId }: Operator, folder: string): Promise<number> {
  const outbox = createOutboxStore(table);
  let accounts = 0;
  for await (const item of readArchive(folder)) {
    const link = linkIn(item);
    if (!link) continue;
    accounts += 1;
    await outbox.add({ topic: 'devices', ...link, removed: [] }, { id: newId(), now: now() }, []);
  }
  return accounts;
}
