import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { checkContract } from '#shared/contracts/check.ts';
import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';
import { client } from '#web/api/app-client.ts';
import { keyFor, mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';

const { checkTrigger } = checkContract;
const callerShowsError = { allow: 'all' } as const;

export type CheckStep = ReplyOf<typeof checkTrigger>['steps'][number];

/** In milliseconds: the interval of polls, until when it applies, and the interval after that. */
const soon = { every: 2_000, until: 60_000 };
const later = 15_000;

/** Checks when the dialog opens, and again after a fix. After a run, the check includes what refused only that click. */
export function useCheck(
  { id, workspaceId, enabled, alexa, receipt }: Trigger,
  amazon: AmazonAuth | undefined,
  afterClick: boolean,
) {
  const queries = useQueryClient();
  const [openedAt] = useState(Date.now);
  const [hasFired, setHasFired] = useState(false);
  const byClick = afterClick || hasFired;
  const input = { workspaceId, params: { id } };
  const facts = [enabled, alexa?.state, receipt?.since, amazon?.skill].join();
  const fire = useMutation({
    ...mutationFor(checkTrigger, callerShowsError),
    onMutate: () => facts,
    // Nothing waits for the lists, because a silent network must not delay the outcome.
    onSettled: () => {
      setHasFired(true);
      void refresh(queries, ['/api/triggers', '/api/amazon-auth']);
    },
  });
  const check = useQuery({
    queryKey: [...keyFor(checkTrigger, input), facts, fire.submittedAt, byClick],
    queryFn: async ({ signal }) => {
      const body = { fire: false, ...(byClick && { by: 'click' as const }) };
      const reply = await client.call(checkTrigger, { ...input, body }, { ...callerShowsError, signal });
      const isOver = reply.steps.some(({ step, state }) => step === 'permission' && state === 'failed');
      if (isOver && amazon?.skill === 'active') await refresh(queries, ['/api/amazon-auth']);
      return reply;
    },
    enabled: !fire.isPending,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    // The dialog shows the steps of the previous check, or which steps it awaits.
    meta: { quiet: true },
    // Poll until an awaited answer arrives or times out, or until a rate limit ends.
    refetchInterval: ({ state: { data } }) => {
      if (data?.steps.some(({ step, state }) => step === 'rate' && state === 'failed')) return later;
      if (!data?.steps.some(({ state }) => state === 'waiting')) return false;
      return Date.now() - Math.max(openedAt, fire.submittedAt) < soon.until ? soon.every : later;
    },
  });
  const found = check.data?.steps;
  const answered = check.isPlaceholderData ? undefined : found?.find(({ step }) => step === 'routine');
  // If the run or a repair changed the facts, the run's steps are shown until they are checked again.
  const fired = fire.context === facts || check.isPlaceholderData ? fire.data?.steps : undefined;
  const accepted = fire.data?.steps.filter(({ step, state }) => step === 'event' && state === 'ok') ?? [];
  // Only the routine's answer is polled. It is the last step, after the event that Alexa accepted.
  const steps = fired?.map((step) => laterThan(step, answered)) ?? found?.toSpliced(-1, 0, ...accepted);
  const routine = steps?.find(({ step }) => step === 'routine')?.state;
  const before = useRef(routine);
  useEffect(() => {
    if (routine === undefined) return;
    // Other pages show problems from the list of triggers, and the user may leave this page before the next poll.
    if (before.current === 'waiting' && routine !== 'waiting') void refresh(queries, ['/api/triggers']);
    before.current = routine;
  }, [queries, routine]);
  return {
    steps,
    error: fire.error ?? check.error,
    checking: check.isFetching,
    firing: fire.isPending,
    checkAgain: () => {
      fire.reset();
      void check.refetch();
    },
    checkAndFire: () => fire.mutate({ ...input, body: { fire: true } }),
  };
}

/** A confirmed run reached Alexa, whatever Alexa replied. Only a confirmed answer has `ms`. */
function laterThan(step: CheckStep, answered: CheckStep | undefined): CheckStep {
  if (step.step === 'routine') return answered ?? step;
  const ran = answered?.state === 'ok' && answered.ms !== undefined;
  if (step.step !== 'event' || !ran || step.errorKey !== outcomes.unknown.refusal) return step;
  const { errorKey: _, ...event } = step;
  return { ...event, state: 'ok' };
}
