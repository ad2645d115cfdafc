import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { useCurrentWorkspace, useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { isFeatureActive, useSubscription } from '#web/features/billing/use-subscription.ts';

import { type Facts, isSettled, type Step, stepsOf } from './first-steps.ts';

type Queries = { [Name in keyof Facts]: Pick<UseQueryResult<Facts[Name]>, 'data' | 'isError'> };

/**
 * Whether the first steps show: `unknown` until every fact is there, so that nothing appears that has to go again, and
 * nothing has to move for what comes; `over` for whoever went them all or put the list away.
 */
export type FirstSteps =
  | 'unknown'
  | 'over'
  | {
      steps: readonly Step[];
      /** The paid features are not there: what is left of the list has to be paid for. */
      onFreePlan: boolean;
      /** Puts the list away for good; there once nothing but the paid step is open. */
      hide: (() => void) | undefined;
    };

/** The first steps of the current workspace. That they are over is remembered by this browser. */
export function useFirstSteps(queries: Queries): FirstSteps {
  const current = useCurrentWorkspace();
  const workspaceId = useCurrentWorkspaceId();
  const subscription = useSubscription(workspaceId, { quiet: true });
  const [, drawAgain] = useState({});
  const [knownFor, knowFor] = useState<number>();
  const { amazon, triggers, groups } = queries;
  const settled = triggers.data && groups.data && isSettled({ triggers: triggers.data, groups: groups.data });
  const steps =
    amazon.data &&
    triggers.data &&
    groups.data &&
    stepsOf({ amazon: amazon.data, triggers: triggers.data, groups: groups.data });
  const finished = settled || steps?.every(({ done }) => done);

  useEffect(() => {
    if (finished && workspaceId !== undefined) noteOver(workspaceId);
  }, [finished, workspaceId]);

  const failed = current.isError || Object.values(queries).some(({ data, isError }) => isError && !data);
  const over = failed || finished || (workspaceId !== undefined && isOver(workspaceId));
  // What it says of a trial stands above the cards as well.
  const billed = current.isError || subscription.isError || (current.data && subscription.data);
  // A repeat of what failed must not take away the cards that are there already.
  const waits = knownFor === undefined || knownFor !== workspaceId;
  if (waits && !(billed && (over || steps))) return 'unknown';
  if (waits && workspaceId !== undefined) knowFor(workspaceId);
  if (over || !steps || workspaceId === undefined) return 'over';
  const onlyPaidOpen = steps.every(({ name, done }) => done || name === 'whatsapp');
  const hide = () => {
    noteOver(workspaceId);
    drawAgain({});
  };
  return {
    steps,
    onFreePlan: subscription.data !== undefined && !isFeatureActive(subscription.data),
    hide: onlyPaidOpen ? hide : undefined,
  };
}

const keyOf = (workspaceId: number): string => `recado.firstSteps.${workspaceId}`;

/** Workspaces whose list is over for as long as this visit lasts, because nothing could be stored. */
const overHere = new Set<number>();

function noteOver(workspaceId: number): void {
  try {
    localStorage.setItem(keyOf(workspaceId), 'over');
  } catch {
    overHere.add(workspaceId);
  }
}

function isOver(workspaceId: number): boolean {
  try {
    return overHere.has(workspaceId) || localStorage.getItem(keyOf(workspaceId)) === 'over';
  } catch {
    return false;
  }
}
