import * as z from 'zod/mini';

import type { ExecutionStore } from '#functions/data/execution-store.ts';
import { triggerItem } from '#functions/data/trigger-item.ts';
import { refusalOf, type Outcome } from '#shared/rules/execution.ts';

type Deps = { executions: Pick<ExecutionStore, 'keep'> };
type Image = Readonly<Record<string, unknown>>;

const withRun = z.object({ run: z.object({ id: z.string() }) });

/**
 * Keeps the run that a change of a trigger brought, from the two images of the table's stream, and counts it for its
 * day. Does nothing for changes that brought none; doing it again changes nothing.
 */
export async function keepHistory({ executions }: Deps, before: Image | undefined, after: Image): Promise<void> {
  const { data: trigger } = triggerItem.safeParse(after);
  if (!trigger?.run || withRun.safeParse(before).data?.run.id === trigger.run.id) return;
  await executions.keep(
    { workspaceId: trigger.workspaceId, triggerId: trigger.id },
    trigger.run,
    countedAs(trigger.run),
  );
}

/** A voice command that was held back as an echo is neither a success nor a failure. */
const countedAs = ({ outcome }: { outcome: Outcome }): 'sent' | 'failed' | undefined =>
  outcome === 'sent' ? 'sent' : refusalOf[outcome] && 'failed';
