import type { QueryClient } from '@tanstack/react-query';

import { historyContract } from '#shared/contracts/history.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';
import { candidateMsOf, openMsFor } from '#shared/rules/execution/receipts.ts';
import { ApiError } from '#web/api/api-error.ts';
import { client } from '#web/api/app-client.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { refresh } from '#web/api/refresh.ts';
import type { OpenCheck } from '#web/features/frame/trigger-address.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { languageNow, t } from '#web/i18n/texts-here.ts';
import { showToast, type ToastAction, toastsNow } from '#web/ui/toasts/toast-store.ts';

import type { RunReply } from './run-report.ts';
import { answerWords } from './run-words.ts';

/** In milliseconds: the interval of polls, until when it applies, and the interval after that. */
const often = { every: 1_000, until: 30_000 };
const later = 15_000;

type AnswerToast = { check: OpenCheck; inPlace: boolean; next: readonly ToastAction[] };

/**
 * Refetches the triggers when the routine has confirmed a run by click, or when its time to do so is over. Shows both in
 * a toast; with `inPlace`, a confirmed run only if it has `next`, the buttons of its next step. A failure that was shown
 * after the run stays.
 */
export async function showAnswer(
  queries: QueryClient,
  trigger: Trigger,
  { outcome, executionId }: RunReply,
  { check, inPlace, next }: AnswerToast,
): Promise<void> {
  const { id, name, workspaceId, receipt } = trigger;
  if (outcomes[outcome].reached === 'no') return;
  const [own] = toastsNow();
  const isFailureShown = () =>
    toastsNow().some(({ id: shown, open, variant }) => open && variant === 'destructive' && shown !== own?.id);
  const look = async () => {
    const asked = client.call(historyContract.listExecutions, { workspaceId, params: { id } }, followed);
    // A failed poll is ignored, because the next one may succeed.
    const { items } = await asked.catch((error: unknown) => (isOver(error) ? Promise.reject(error) : nothing));
    return items.find((one) => one.id === executionId);
  };
  // The last poll comes after the time at which an unanswered run reads `none`.
  const lastMs = candidateMsOf(openMsFor(receipt?.typicalMs)) + later;
  for (let ms = 0; ms <= lastMs; ms += pauseAfter(ms)) {
    const run = await look();
    if (run?.answer !== undefined && run.answer !== 'awaited') {
      await loadPageTexts(['receipts']);
      const isSilent = run.answer === 'none';
      const actions = isSilent ? [{ label: t('triggers.run.check'), onPress: () => check(trigger) }] : next;
      if (!isFailureShown() && (isSilent || !inPlace || next.length > 0))
        showToast({ title: answerWords(t, run, languageNow()) ?? name, description: name, actions });
      await refresh(queries, ['/api/triggers']);
      return;
    }
    await new Promise((resolve) => void setTimeout(resolve, pauseAfter(ms)));
  }
}

const followed = { allow: 'all' } as const;
const nothing = { items: [] };

/** The session has ended, or the trigger is deleted. */
const isOver = (error: unknown): boolean => isSessionOver(error) || (error instanceof ApiError && error.status === 404);

const pauseAfter = (ms: number): number => (ms < often.until ? often.every : later);
