import { isDeepStrictEqual } from 'node:util';

import type { UnreadableItem } from '#functions/data/items/parse-item.ts';
import { rawPages, type RawItem } from '#functions/data/raw-table.ts';
import { createSealedStore } from '#functions/data/sealed-store.ts';
import { createTriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { wholeTable } from '#functions/data/whole-table.ts';
import { createWorkspaceStore, workspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { createSeal } from '#functions/platform/secrets/seal.ts';

import type { Operator } from '../operator.ts';
import { restoreItem } from './restore-item.ts';

type Findings = { passed: string[]; problems: string[] };

/**
 * Checks that the table contains the export and that the product can read and open it. Problems do not quote contents.
 */
export async function checkRestored(operator: Operator, exported: AsyncIterable<RawItem>): Promise<Findings> {
  const findings: Findings = { passed: [], problems: [] };
  await compare(operator, exported, findings);
  await readAsTheProduct(operator, findings);
  await openSealed(operator, findings);
  return findings;
}

const nameOf = ({ pk, sk }: RawItem): string => `${pk.S} ${sk.S}`;

async function compare({ table, now }: Operator, exported: AsyncIterable<RawItem>, findings: Findings): Promise<void> {
  const there = new Map<string, RawItem>();
  for await (const page of rawPages(table)) for (const item of page) there.set(nameOf(item), item);
  let same = 0;
  for await (const item of exported) {
    const wanted = restoreItem(item, now());
    if (!wanted) continue;
    const found = there.get(nameOf(item));
    if (found && isDeepStrictEqual(withoutWho(found), withoutWho(wanted))) same += 1;
    else findings.problems.push(`${nameOf(item)} ${found ? 'is different' : 'is missing'}`);
  }
  findings.passed.push(`${same} items are identical to the export.`);
}

/** The name of a group member moves to the history when a run is kept. */
function withoutWho(item: RawItem): RawItem {
  const { run } = item;
  if (!run || !('M' in run)) return item;
  const { who: _, ...rest } = run.M;
  return { ...item, run: { M: rest } };
}

async function readAsTheProduct(operator: Operator, { passed, problems }: Findings): Promise<void> {
  const { table, now } = operator;
  const report = ({ type, fields }: UnreadableItem): void => void problems.push(`a ${type} cannot be read: ${fields}`);
  const workspaces = createWorkspaceStore(table, report);
  const triggers = createTriggerStore(table, operator, report);
  const counts = { workspaces: 0, triggers: 0 };
  for await (const page of wholeTable(table, now())) {
    for (const item of page) {
      if (item['type'] !== 'workspace') continue;
      const id = workspaceItem.safeParse(item).data?.id;
      const workspace = await workspaces.find(id ?? Number(item.pk.slice('W#'.length)));
      counts.workspaces += 1;
      if (workspace?.link) counts.triggers += (await triggers.list(workspace.id, workspace.link.number)).length;
    }
  }
  passed.push(`${counts.workspaces} workspaces and ${counts.triggers} triggers can be read by this version.`);
}

async function openSealed({ table, secrets }: Operator, { passed, problems }: Findings): Promise<void> {
  if (!(await secrets.encryption().catch(() => undefined))) {
    problems.push('the secret "encryption" cannot be read here, so it is unknown whether sealed values can be opened');
    return;
  }
  const seal = createSeal(secrets);
  const sealed = createSealedStore(table);
  let opened = 0;
  for (let from: Parameters<typeof sealed.page>[0], isFirst = true; isFirst || from; isFirst = false) {
    const page = await sealed.page(from);
    for (const { key, field, owner, sealed: value } of page.values) {
      const opens = await seal.open(value, owner).then(
        () => true,
        () => false,
      );
      if (opens) opened += 1;
      else problems.push(`${field} of ${key.pk} ${key.sk} cannot be opened with any key of the secret "encryption"`);
    }
    from = page.next;
  }
  passed.push(`${opened} sealed values can be opened with the keys of the secret "encryption".`);
}
