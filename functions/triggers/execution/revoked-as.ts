import type { AccessItem } from '#functions/data/items/grant-item.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';
import { revokedOutcome } from '#shared/rules/execution/revoked-outcome.ts';

import type { ExecuteDeps } from './run.ts';

/**
 * How a permission that is over is told. Whether Amazon refuses to enable the skill is read only now, so that other runs
 * do not wait for it; where it cannot be read, Amazon is not taken to refuse.
 */
export async function revokedAs(
  deps: Pick<ExecuteDeps, 'enablesSkill' | 'log' | 'now'>,
  access: AccessItem | undefined,
  deadline: Deadline,
  executionId?: string,
): Promise<ReturnType<typeof revokedOutcome>> {
  const reading = deps.enablesSkill().catch((cause: unknown) => {
    deps.log('enablement.notRead', { executionId }, cause);
    return true;
  });
  return revokedOutcome({ enables: await deadline.within(reading, () => true), access, now: deps.now() });
}
