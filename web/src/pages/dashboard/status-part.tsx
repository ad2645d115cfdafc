import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import type { FindingKey } from '#shared/rules/findings.ts';
import { useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { useSubscription } from '#web/features/billing/use-subscription.ts';
import { useFindings } from '#web/features/findings/use-findings.ts';
import { hasTrialBanner } from '#web/features/trial/trial-state.ts';

import { FindingsCard } from './findings-card.tsx';
import { FirstStepsCard } from './first-steps-card.tsx';
import { promptOf } from './first-steps.ts';
import { NextStep } from './next-step.tsx';
import { SkillStatus } from './skill-status.tsx';
import type { FirstSteps } from './use-first-steps.ts';

/** What the banner of a trial says. */
const endOfPlan: ReadonlySet<FindingKey> = new Set(['planEnds', 'trialEnds']);

type StatusPartProps = {
  amazon: Pick<UseQueryResult<AmazonAuth>, 'data' | 'isError'>;
  triggers: readonly Trigger[] | undefined;
  first: FirstSteps;
  /** It is known what this part shows of a workspace. */
  onReady: (workspaceId: number) => void;
};

/** The card of findings, or of the skill alone as long as nothing could break, and what to do first. */
export function StatusPart({ amazon, triggers, first, onReady }: StatusPartProps) {
  const workspaceId = useCurrentWorkspaceId();
  const query = useFindings();
  const subscription = useSubscription(workspaceId, { quiet: true }).data;
  // Also while a failed read is repeated.
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
