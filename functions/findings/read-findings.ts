import type { TriggerItem } from '#functions/data/items/trigger-item.ts';
import type { Findings } from '#shared/contracts/findings.ts';
import { Refusal } from '#shared/refusals.ts';

import { currentFindings, type CurrentFindingsDeps } from './current-findings.ts';

/** Throws `workspace.notFound`, also for a workspace of another user. */
export async function readFindings(deps: CurrentFindingsDeps, userId: string, workspaceId: number): Promise<Findings> {
  const current = await currentFindings(deps, workspaceId);
  if (current?.stored.workspace.userId !== userId) throw new Refusal('workspace.notFound');
  const { state, works, findings, stored } = current;
  const { triggers, told } = stored;
  const lastAnswer = lastAnswerOf(triggers);
  const alert = triggers.find(({ id }) => id === told?.alertTriggerId);
  const facts = { state, ...(works && { works }), findings };
  return { ...facts, ...(lastAnswer && { lastAnswer }), ...(alert && { alertTriggerId: alert.id }) };
}

/** The last confirmation of any routine. */
function lastAnswerOf(triggers: readonly TriggerItem[]): Findings['lastAnswer'] {
  const [latest] = triggers
    .flatMap(({ name, receipt }) =>
      receipt?.lastRanAt === undefined ? [] : [{ name, ...receipt, at: receipt.lastRanAt }],
    )
    .toSorted((one, other) => (one.at < other.at ? 1 : -1));
  if (!latest) return undefined;
  const { at, last, name: triggerName } = latest;
  return { at, triggerName, ...(last?.ms !== undefined && { ms: last.ms }) };
}
