import type { QueryClient } from '@tanstack/react-query';

import { historyContract } from '#shared/contracts/history.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';
import { candidateMsOf, openMsFor } from '#shared/rules/execution/receipts.ts';
import { client } from '#web/api/app-client.ts';
import { refresh } from '#web/api/refresh.ts';
import type { RunReply } from '#web/features/runs/run-report.ts';
import { answerWords } from '#web/features/runs/run-words.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { languageNow, t } from '#web/i18n/texts-here.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

/** How often a run is looked up, and until when often (milliseconds). */
const often = { every: 1_000, until: 30_000 };
const later = 15_000;

/** Shows a toast when the routine has answered a run by click, or when its time to answer is over. */
export async function tellAnswer(
  queries: QueryClient,
  { id, name, workspaceId, receipt }: Trigger,
  { outcome, executionId }: RunReply,
  check: () => void,
): Promise<void> {
  if (outcomes[outcome].reached === 'no') return;
  const look = () =>
    client.call(historyContract.listExecutions, { workspaceId, params: { id } }, { skipErrorHandling: true });
  // The last look comes when a run that was never answered reads `none`.
  const lastMs = candidateMsOf(openMsFor(receipt?.typicalMs)) + later;
  for (let ms = 0; ms <= lastMs; ms += pauseAfter(ms)) {
    const run = (await look()).items.find((one) => one.id === executionId);
    if (run?.answer !== undefined && run.answer !== 'awaited') {
      await loadPageTexts(['receipts']);
      const actions = run.answer === 'none' ? [{ label: t('triggers.run.check'), onPress: check }] : [];
      showToast({ title: answerWords(t, run, languageNow()) ?? name, description: name, actions });
      await refresh(queries, ['/api/triggers']);
      return;
    }
    await new Promise((resolve) => void setTimeout(resolve, pauseAfter(ms)));
  }
}

const pauseAfter = (ms: number): number => (ms < often.until ? often.every : later);
