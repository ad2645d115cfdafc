import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useHasWhatsapp } from '#web/api/use-config.ts';
import { useCurrentWorkspace, useCurrentWorkspaceId, useUser } from '#web/api/use-session.ts';
import { isFeatureActive, useSubscription } from '#web/features/billing/use-subscription.ts';

import { type FirstStepFacts, isSettled, type FirstStep, firstSteps } from './first-steps.ts';
import { useHideFirstSteps } from './use-hide-first-steps.ts';

type Queries = { [Name in keyof FirstStepFacts]: Pick<UseQueryResult<FirstStepFacts[Name]>, 'data' | 'isError'> };

export type FirstSteps =
  /** Some facts are missing. Nothing is shown, so that nothing appears and disappears again. */
  | 'unknown'
  /** All steps are done, or the list is hidden. */
  | 'over'
  | {
      steps: readonly FirstStep[];
      /** The remaining steps need a paid plan. */
      onFreePlan: boolean;
      /** Hides the list permanently. Set once only the paid step is open. */
      hide: (() => void) | undefined;
    };

/** The user's account stores that the steps are over. */
export function useFirstSteps(queries: Queries): FirstSteps {
  const current = useCurrentWorkspace();
  const workspaceId = useCurrentWorkspaceId();
  const subscription = useSubscription(workspaceId, { quiet: true });
  const [knownFor, knowFor] = useState<number>();
  const hidden = useUser()?.firstStepsHidden?.includes(workspaceId ?? 0);
  const { hide, noteDone } = useHideFirstSteps(workspaceId);
  const { amazon, triggers, groups } = queries;
  const hasWhatsapp = useHasWhatsapp();
  const settled = triggers.data && groups.data && isSettled({ triggers: triggers.data, groups: groups.data });
  const steps =
    amazon.data &&
    triggers.data &&
    groups.data &&
    firstSteps({ amazon: amazon.data, triggers: triggers.data, groups: groups.data }, hasWhatsapp);
  const finished = settled || steps?.every(({ done }) => done);

  useEffect(() => {
    if (finished && !hidden) noteDone();
  }, [finished, hidden, noteDone]);

  const failed = current.isError || Object.values(queries).some(({ data, isError }) => isError && !data);
  const over = failed || finished || hidden;
  // The trial banner is shown above the cards.
  const billed = current.isError || subscription.isError || (current.data && subscription.data);
  // Retrying a failed read must not remove the cards.
  const waits = knownFor === undefined || knownFor !== workspaceId;
  // Hidden steps wait, because the cards show the same facts and would grow.
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
