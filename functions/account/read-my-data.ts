import * as z from 'zod/mini';

import { parseItem, type ReportUnreadable } from '#functions/data/items/parse-item.ts';
import { run } from '#functions/data/items/trigger-item.ts';
import { userItem } from '#functions/data/items/user-item.ts';
import type { BelongingsStore } from '#functions/data/people/belongings-store.ts';
import type { StoredItem } from '#functions/data/whole-table.ts';
import { json } from '#functions/platform/json.ts';
import { myData, myDataLists, type MyData } from '#shared/contracts/my-data.ts';
import { Refusal } from '#shared/refusals.ts';

import { hiddenFields, hiddenTypes } from './left-out.ts';

export type MyDataDeps = {
  belongings: BelongingsStore;
  /** A page ends with the read that exceeds one of these limits. */
  maxBytes: number;
  maxMs: number;
  report: ReportUnreadable;
  now: () => Date;
};

type List = keyof typeof myDataLists.shape;

/** Maps each exported item type to its list. */
export const listForType: Readonly<Record<string, List>> = {
  identity: 'signIns',
  session: 'sessions',
  workspace: 'workspaces',
  formerLink: 'formerAmazonAccounts',
  grant: 'alexaPermissions',
  trigger: 'triggers',
  triggerText: 'triggerDescriptions',
  plannedRun: 'plannedRuns',
  accessKey: 'accessKeys',
  run: 'runs',
  day: 'runsPerDay',
  groupPerson: 'groupPeople',
  subscription: 'subscriptions',
  trial: 'trials',
  instance: 'whatsappNumbers',
  group: 'whatsappGroups',
  deletion: 'deletions',
  told: 'toldFindings',
};

/** A test checks that each stored type is exported or in `hiddenTypes`. */
export const knownTypes: readonly string[] = [
  'user',
  ...Object.keys(listForType),
  ...Object.values(hiddenTypes).flatMap((types) => types.split(' ')),
];

const omissions = [
  ...Object.keys(hiddenTypes),
  ...Object.keys(hiddenFields),
  'runs of triggers that you deleted, kept for up to 90 days after each run',
  'invoices and cards, which are stored at Stripe',
];

/** Returns one page, which starts at `cursor`, the `next` of the previous one. */
export async function readMyData(deps: MyDataDeps, userId: string, cursor: string | undefined): Promise<MyData> {
  const startedAt = deps.now().getTime();
  const isPageFull = (bytes: number) => bytes > deps.maxBytes || deps.now().getTime() - startedAt > deps.maxMs;
  const page = await deps.belongings.page(userId, cursor === undefined ? undefined : parseCursor(cursor), isPageFull);
  if (!page) throw badCursor();
  const lists: Partial<Record<List, unknown[]>> = {};
  for (const item of page.items) {
    const list = listForType[String(item['type'])];
    if (list === undefined) continue;
    const parsed = parseItem(myDataLists.shape[list].def.element, exportedItem(item), deps.report);
    if (parsed !== undefined) (lists[list] ??= []).push(parsed);
  }
  const user = page.items.find(({ type }) => type === 'user');
  return myData.parse({
    version: 1,
    madeAt: deps.now().toISOString(),
    leftOut: omissions,
    ...(user && { person: parseItem(userItem, user, deps.report) }),
    ...Object.fromEntries(Object.keys(myDataLists.shape).map((list) => [list, []])),
    ...lists,
    ...(page.next && { next: Buffer.from(JSON.stringify(page.next)).toString('base64url') }),
  });
}

const inPartition = /^W#(\d+)$/;

/** Adds the workspace id, which items of its partition lack. Reads runs with their schema, which renames old fields. */
function exportedItem(item: StoredItem): Record<string, unknown> {
  const workspace = inPartition.exec(item.pk)?.[1];
  const runs = item['type'] === 'run' ? run.safeParse(item).data : undefined;
  return { ...(workspace !== undefined && { workspaceId: Number(workspace) }), ...item, ...runs };
}

const key = z.object({ pk: z.string(), sk: z.string() });

function parseCursor(cursor: string): z.output<typeof key> {
  const { data } = key.safeParse(json(Buffer.from(cursor, 'base64url').toString('utf8')));
  if (!data) throw badCursor();
  return data;
}

const badCursor = (): Refusal => new Refusal('request.invalid', { fields: { cursor: 'request.invalid' } });
