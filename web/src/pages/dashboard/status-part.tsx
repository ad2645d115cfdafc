import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import type { FindingKey } from '#shared/rules/findings.ts';
import { useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { useTriggers } from '#web/api/use-triggers.ts';
import { useSubscription } from '#web/features/billing/use-subscription.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { usePollInterval } from '#web/features/runs/use-poll-interval.ts';
import { hasTrialBanner } from '#web/features/trial/trial-state.ts';

import { FindingsCard } from './findings-card.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { promptOf } from './first-steps.ts';
import { NextStep } from './next-step.tsx';
import { SkillStatus } from './skill-status.tsx';
import type { FirstSteps } from './use-first-steps.ts';

/** Findings that the trial banner already shows. */
const endOfPlan: ReadonlySet<FindingKey> = new Set(['planEnds', 'trialEnds']);

type StatusPartProps = {
  amazon: Pick<UseQueryResult<AmazonAuth>, 'data' | 'isError'>;
  triggers: readonly Trigger[] | undefined;
  first: FirstSteps;
  /** Called when everything that this part shows of the workspace is loaded. */
  onReady: (workspaceId: number) => void;
};

/** The findings card, or only the skill while nothing can break yet, and what to do first. */
export function StatusPart({ amazon, triggers, first, onReady }: StatusPartProps) {
  const workspaceId = useCurrentWorkspaceId();
  // Polls here, because the interval loads with the tiles, which show the answers.
  useTriggers(workspaceId, { refetchInterval: usePollInterval('answers') });
  const query = useFindings();
  const subscription = useSubscription(workspaceId, { quiet: true }).data;
  // Stays true while a failed read is retried.
  const { data, isFetched: isReady } = query;
  useEffect(() => {
    if (isReady && workspaceId !== undefined) onReady(workspaceId);
  }, [isReady, onReady, workspaceId]);
  if (!isReady) return null;
  const trial = subscription && hasTrialBanner(subscription);
  const found = data?.findings.filter(({ key }) => !(trial && endOfPlan.has(key))) ?? [];
  const guides = typeof first === 'object';
  const prompt = promptOf({ amazon: amazon.data, triggers });
  return (
    <>
      {data?.state !== 'unset' ? (
        <FindingsCard amazon={amazon.data} findings={found} query={query} triggers={triggers} />
      ) : guides || prompt === 'link' ? null : (
        <SkillStatus amazon={amazon.data} failed={amazon.isError} />
      )}
      {first === 'over' && prompt && <NextStep step={prompt} />}
      {guides && <FirstStepsCard prompt={prompt} {...first} amazon={amazon.data} />}
    </>
  );
}
