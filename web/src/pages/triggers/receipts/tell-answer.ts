import type { QueryClient } from '@tanstack/react-query';

import { historyContract } from '#shared/contracts/history.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';
import { client } from '#web/api/app-client.ts';
import { refresh } from '#web/api/refresh.ts';
import type { RunReply } from '#web/features/runs/run-report.ts';
import { answerWords } from '#web/features/runs/run-words.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { languageNow, t } from '#web/i18n/texts-here.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

/** How often, and for how long, a run is looked up (milliseconds). */
const every = 1_000;
const tries = 30;

/** Says what came of a run by click once its routine has answered; the list says what comes later. */
export async function tellAnswer(queries: QueryClient, trigger: Trigger, reply: RunReply): Promise<void> {
  const { outcome, executionId } = reply;
  if (outcomes[outcome].reached === 'no') return;
  const { id, name, workspaceId } = trigger;
  const look = () =>
    client.call(historyContract.listExecutions, { workspaceId, params: { id } }, { skipErrorHandling: true });
  const texts = loadPageTexts(['receipts']);
  for (let count = 0; count < tries; count += 1) {
    const run = (await look()).items.find((one) => one.id === executionId);
    if (run?.answer === 'ran' || run?.answer === 'shared') {
      await texts;
      showToast({ title: answerWords(t, run, languageNow()) ?? name, description: name });
      await refresh(queries, ['/api/triggers']);
      return;
    }
    await new Promise((resolve) => void setTimeout(resolve, every));
  }
}
