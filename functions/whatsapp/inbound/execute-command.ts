import type { Metrics } from '#functions/platform/metrics.ts';
import { busy } from '#functions/platform/time/deadline.ts';
import { applyLimits } from '#shared/rules/group-commands/limits.ts';

import { checkLimits, type GroupLimitDeps } from './check-limits.ts';
import type { CommandContext } from './command-context.ts';
import { decide, limitedAction } from './decide.ts';
import { perform, type PerformDeps, type Result } from './perform.ts';
import type { DeliveryOutcome } from './receive-delivery.ts';
import { withClaim, type ClaimDeps } from './with-claim.ts';

export type ExecuteCommandDeps = GroupLimitDeps & PerformDeps & ClaimDeps & { metrics: Metrics };

/**
 * Claims the message before any effect. A delivery that is repeated after a crash answers that the outcome is unknown
 * instead of firing again.
 */
export async function executeCommand(deps: ExecuteCommandDeps, context: CommandContext): Promise<DeliveryOutcome> {
  if (isSilentWithoutClaim(deps, context)) return 'ignored';
  const group = { instanceId: context.line.instanceId, jid: context.message.groupJid };
  const result = await withClaim(deps, context, async (claimed) => {
    const checking = checkLimits(deps, group, limitedAction(context, claimed), context.facts.usage);
    const limits = await context.deadline.within(checking, busy);
    return perform(deps, context, decide(context, claimed, limits));
  });
  if (result === 'running') return 'running';
  if (result === 'over' || !result) return 'ignored';
  report(deps, context, result);
  return 'done';
}

/** Never true for a command: even above a limit it is claimed, so that a repeated delivery cannot fire it later. */
function isSilentWithoutClaim({ now }: ExecuteCommandDeps, context: CommandContext): boolean {
  const action = limitedAction(context, 'taken');
  const { outcome } = applyLimits(context.facts.usage.turns, action, now().getTime());
  return action.kind !== 'command' && outcome === 'silent';
}

function report({ log, metrics, now }: ExecuteCommandDeps, context: CommandContext, done: Result): void {
  const { line, lock, startedAt, requestId, deliveryId } = context;
  const ids = { workspaceId: lock.workspaceId, instanceId: line.instanceId, groupId: lock.groupId };
  const { name: kind, result, replied: said, reaction, executionId } = done;
  const ms = now().getTime() - startedAt.getTime();
  log('group.answered', { requestId, deliveryId, ...ids, kind, result, said, reaction, executionId, ms });
  if (done.unexpected !== undefined) log('group.failed', { requestId, ...ids, kind }, done.unexpected);
  metrics({ GroupAnswers: 1, GroupAnswerMs: ms }, { kind, said });
}
