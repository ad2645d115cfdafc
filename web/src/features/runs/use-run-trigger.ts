import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { errorText } from '#web/api/error-text.ts';
import { isRunRefusedForSession } from '#web/api/is-session-over.ts';
import { isOnline } from '#web/api/online.ts';
import { refresh } from '#web/api/refresh.ts';
import type { OpenCheck } from '#web/features/frame/trigger-address.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { noAnswerReport } from './no-answer.ts';
import { runCall } from './run-call.ts';
import type { RunReply } from './run-report.ts';

/** Of the last run from this page. The list does not contain a `sent` run yet, but a `listed` one. */
export type RunProgress = 'running' | 'sent' | 'listed' | 'failed' | 'unknown';

type Options = {
  /** The caller shows progress and success, so the screen is not blocked and no toast reports a success. */
  inPlace?: boolean;
  /** A toast offers the next step after a first success. */
  offersNext?: boolean;
  /** Shared by all parts of a page that run the same triggers. */
  states: RunStates;
  switchOnOff: (trigger: Trigger, enabled: boolean) => void;
  check: OpenCheck;
};

/** The last run of each trigger from this page, and the last run that the list contained before it. */
export const useRunStates = () => useState<Readonly<Record<string, { now: RunProgress; listed: string }>>>({});

type RunStates = ReturnType<typeof useRunStates>;

/** Runs triggers and reports what happened. Loads the texts of its toasts while a run is in progress. */
export function useRunTrigger({ inPlace = false, offersNext = true, states, switchOnOff, check }: Options) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const [runs, setRuns] = states;
  const execute = useMutation({
    ...runCall,
    meta: { quiet: inPlace },
    // The reason for a refused run may be in other data: a revoked grant, a deleted trigger. Nothing waits for the
    // lists, because a silent network must not delay the outcome.
    onSettled: () => void refresh(queries, ['/api/triggers', '/api/amazon-auth', '/api/executions']),
  });

  const toCheck = (trigger: Trigger) => ({ label: t('triggers.run.check'), onPress: () => check(trigger, true) });
  const toHistory = ({ id, workspaceId }: Trigger) => ({
    label: t('triggers.run.history'),
    onPress: () => navigate(`/triggers?id=${workspaceId}&runs=${id}`),
  });
  const toast = (trigger: Trigger) => ({
    t,
    language: asLanguage(i18n.language),
    queries,
    navigate,
    switchOnOff,
    check,
    inPlace,
    // The list may not contain the first success yet.
    offersNext: offersNext && runs[trigger.id]?.now !== 'sent',
  });

  /** If the texts cannot be loaded, the server's own message is shown. */
  const showPlain = (trigger: Trigger, description: string, good: boolean) => {
    if (good && inPlace) return;
    const actions = good ? [] : [toCheck(trigger)];
    showToast({ title: trigger.name, description, variant: good ? 'default' : 'destructive', actions });
  };

  return {
    /** Undefined before the first run, and once the list contains another state than a run that was sent. */
    progressOf: (trigger: Trigger): RunProgress | undefined => {
      const { now, listed } = runs[trigger.id] ?? {};
      if (now === 'running' || listed === lastRunIn(trigger)) return now;
      return now === 'sent' && !trigger.lastFailed ? 'listed' : undefined;
    },
    run: async (trigger: Trigger): Promise<void> => {
      const { id, name, workspaceId } = trigger;
      const listed = lastRunIn(trigger);
      const note = (now: RunProgress) => setRuns((before) => ({ ...before, [id]: { now, listed } }));
      const words = loadWords();
      // Handled below; without a connection, nothing waits for these texts.
      words.catch(() => {});
      const wasOffline = !isOnline();
      note('running');
      try {
        const reply = await execute.mutateAsync({ workspaceId, params: { id } });
        note(endOf(reply));
        await words
          .then(({ showReply }) => showReply(toast(trigger), trigger, reply))
          .catch(() => showPlain(trigger, reply.message, reply.success));
      } catch (error) {
        const noAnswer = noAnswerReport(t, name, error, wasOffline);
        note(noAnswer?.mayHaveRun ? 'unknown' : 'failed');
        if (isRunRefusedForSession(error)) return;
        // Shown at once, because without a connection the texts cannot be loaded.
        if (noAnswer)
          showToast({ ...noAnswer, variant: 'destructive', actions: [toHistory(trigger), toCheck(trigger)] });
        else
          await words
            .then(({ showError }) => showError(toast(trigger), trigger, error))
            .catch(() => showPlain(trigger, errorText(t, error), false));
      }
    },
  };
}

/** Identifies the last run in the list. Only compared for equality, because browser and server have different clocks. */
const lastRunIn = ({ lastExecuted, lastFailed }: Trigger): string => `${lastExecuted ?? ''} ${lastFailed?.at ?? ''}`;

function endOf({ success, outcome }: RunReply): RunProgress {
  if (success) return 'sent';
  return outcome === 'unknown' ? 'unknown' : 'failed';
}

const loadWords = async () =>
  (await Promise.all([import('./run-toast.ts'), loadPageTexts(['triggers', 'run-history'])]))[0];
