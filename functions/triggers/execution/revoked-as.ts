import type { AccessItem } from '#functions/data/items/grant-item.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { revokedOutcome } from '#shared/rules/execution/revoked-outcome.ts';
import type { StageEnabling } from '#shared/rules/skill-state.ts';

import type { ExecuteDeps } from './run.ts';

const enabling: StageEnabling = { enables: true };

/**
 * Returns the outcome of a revoked permission. Whether Amazon refuses to enable the skill is read only now, so that
 * other runs do not wait for it. If it cannot be read, Amazon counts as not refusing.
 */
export async function revokedAs(
  deps: Pick<ExecuteDeps, 'enablesSkill' | 'log' | 'now'>,
  access: AccessItem | undefined,
  deadline: Deadline,
  executionId?: string,
): Promise<ReturnType<typeof revokedOutcome>> {
  const reading = deps.enablesSkill().catch((cause: unknown) => {
    deps.log('enablement.notRead', { executionId }, cause);
    return enabling;
  });
  return revokedOutcome({ ...(await deadline.within(reading, () => enabling)), access, now: deps.now() });
}
