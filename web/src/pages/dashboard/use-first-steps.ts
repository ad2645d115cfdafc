import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useCurrentWorkspace, useCurrentWorkspaceId, useUser } from '#web/api/use-session.ts';
import { isFeatureActive, useSubscription } from '#web/features/billing/use-subscription.ts';

import { type Facts, isSettled, type Step, stepsOf } from './first-steps.ts';
import { useHideFirstSteps } from './use-hide-first-steps.ts';

type Queries = { [Name in keyof Facts]: Pick<UseQueryResult<Facts[Name]>, 'data' | 'isError'> };

/**
 * `unknown` until every fact is there, so that nothing appears and goes again; `over` when all steps are done or the
 * list is hidden.
 */
export type FirstSteps =
  | 'unknown'
  | 'over'
  | {
      steps: readonly Step[];
      /** The steps that are left need a paid plan. */
      onFreePlan: boolean;
      /** Hides the list for good; set once only the paid step is open. */
      hide: (() => void) | undefined;
    };

/** The person's account remembers that they are over. */
export function useFirstSteps(queries: Queries): FirstSteps {
  const current = useCurrentWorkspace();
  const workspaceId = useCurrentWorkspaceId();
  const subscription = useSubscription(workspaceId, { quiet: true });
  const [knownFor, knowFor] = useState<number>();
  const hidden = useUser()?.firstStepsHidden?.includes(workspaceId ?? 0);
  const { hide, noteDone } = useHideFirstSteps(workspaceId);
  const { amazon, triggers, groups } = queries;
  const settled = triggers.data && groups.data && isSettled({ triggers: triggers.data, groups: groups.data });
  const steps =
    amazon.data &&
    triggers.data &&
    groups.data &&
    stepsOf({ amazon: amazon.data, triggers: triggers.data, groups: groups.data });
  const finished = settled || steps?.every(({ done }) => done);

  useEffect(() => {
    if (finished && !hidden) noteDone();
  }, [finished, hidden, noteDone]);

  const failed = current.isError || Object.values(queries).some(({ data, isError }) => isError && !data);
  const over = failed || finished || hidden;
  // The banner of the trial stands above the cards, too.
  const billed = current.isError || subscription.isError || (current.data && subscription.data);
  // A repeat of what failed must not take away the cards.
  const waits = knownFor === undefined || knownFor !== workspaceId;
  // Hidden steps wait, too: the cards show the same facts, and would grow.
  if (waits && !(billed && (failed || steps))) return 'unknown';
  if (waits && workspaceId !== undefined) knowFor(workspaceId);
  if (over || !steps || workspaceId === undefined) return 'over';
  const onlyPaidOpen = steps.every(({ name, done }) => done || name === 'whatsapp');
  return {
    steps,
    onFreePlan: subscription.data !== undefined && !isFeatureActive(subscription.data),
    hide: onlyPaidOpen ? hide : undefined,
  };
}
