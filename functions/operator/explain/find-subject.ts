import * as z from 'zod/mini';

import { run, triggerIdOf, triggerItem, type Run } from '#functions/data/items/trigger-item.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { wholeTable } from '#functions/data/whole-table.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';
import { normaliseCommand } from '#shared/rules/group-commands/normalise.ts';

import { BadArguments } from '../bad-arguments.ts';
import { findPerson } from '../find-person.ts';
import type { Operator } from '../operator.ts';

export type Subject = { workspaceId: number; triggerId?: string; run?: Run };

type Question = { word: string | undefined; workspaceId: number | undefined; person: string | undefined };

const runOwner = z.object({ type: z.literal('run'), workspaceId: z.number(), triggerId: z.string() });

/**
 * Finds workspaces, triggers and runs by workspace id, trigger id, device, run id, request id or name. Throws
 * `BadArguments` if nothing is found.
 */
export async function findSubjects(operator: Operator, question: Question): Promise<Subject[]> {
  const { word } = question;
  const among = await workspacesOf(operator, question);
  if (word === undefined) return among ? among.map((workspaceId) => ({ workspaceId })) : [];
  if (/^[1-9]\d{0,15}$/.test(word) && !among) {
    const workspaceId = Number(word);
    if (await createWorkspaceStore(operator.table).exists(workspaceId)) return [{ workspaceId }];
  }
  const triggerId = triggerIdOf(word) ?? word;
  const known = await createExecutionStore(operator.table, operator.now).workspaceOf(triggerId);
  if (known !== undefined && (!among || among.includes(known))) return [{ workspaceId: known, triggerId }];
  return search(operator, word, triggerId, among);
}

async function workspacesOf(operator: Operator, { workspaceId, person }: Question): Promise<number[] | undefined> {
  if (workspaceId !== undefined) return [workspaceId];
  if (person === undefined) return undefined;
  const { id } = await findPerson(operator, person);
  return (await createWorkspaceStore(operator.table).list(id)).map((workspace) => workspace.id);
}

/** Reads the whole table, because names and runs have no index. */
async function search(
  { table, now }: Operator,
  word: string,
  triggerId: string,
  among: readonly number[] | undefined,
): Promise<Subject[]> {
  const name = normaliseCommand(word);
  const found: Subject[] = [];
  for await (const page of wholeTable(table, now())) {
    for (const item of page) {
      const { data: trigger } = triggerItem.safeParse(item);
      if (trigger && (trigger.id === triggerId || normaliseCommand(trigger.name) === name)) {
        found.push({ workspaceId: trigger.workspaceId, triggerId: trigger.id });
      }
      const { data: owner } = runOwner.safeParse(item);
      const { data: kept } = run.safeParse(item);
      if (owner && kept && (kept.id === word || kept.requestId === word)) {
        found.push({ workspaceId: owner.workspaceId, triggerId: owner.triggerId, run: kept });
      }
      // The history may not contain the last run yet.
      if (trigger?.run && (trigger.run.id === word || trigger.run.requestId === word)) {
        found.push({ workspaceId: trigger.workspaceId, triggerId: trigger.id, run: trigger.run });
      }
    }
  }
  const mine = found.filter(({ workspaceId }) => !among || among.includes(workspaceId));
  const once = [...new Map(mine.map((one) => [`${one.triggerId} ${one.run?.id ?? ''}`, one])).values()];
  if (once.length > 0) return once;
  // Calls with a wrong token are only in the log.
  throw new BadArguments(
    `Nothing has the name or id "${word}". Calls that were not authenticated are only in the log.`,
  );
}
