import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';
import { candidateMsOf, openMsFor } from '#shared/rules/execution/receipts.ts';
import { receiptName } from '#shared/rules/names.ts';
import { refresh } from '#web/api/refresh.ts';
import { roughly } from '#web/features/runs/duration.ts';
import { isOpen } from '#web/features/runs/is-open.ts';
import { runCall } from '#web/features/runs/run-call.ts';
import { type ClickFix, reportOfError, reportOfReply } from '#web/features/runs/run-report.ts';
import { answerWords } from '#web/features/runs/run-words.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { LimitedMarkdown } from '#web/ui/documents/limited-markdown.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { useAnswer } from './use-answer.ts';

const TestFixes = lazy(async () => {
  const [{ TestFixes: Fixes }] = await Promise.all([import('./test-fixes.tsx'), loadPageTexts(['skill'])]);
  return { default: Fixes };
});

/** In milliseconds. Most routines have answered by then. */
const patience = 15_000;

/** Runs the trigger and waits for its routine's answer. */
export function ReceiptTest({ trigger }: { trigger: Trigger }) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const queries = useQueryClient();
  const test = useMutation({
    ...runCall,
    // Nothing waits for the lists, because a silent network must not delay the outcome.
    onSettled: () => void refresh(queries, ['/api/triggers', '/api/amazon-auth']),
  });
  const { id, name, workspaceId, receipt } = trigger;
  const openFor = roughly(candidateMsOf(openMsFor(receipt?.typicalMs)), language);
  const reply = test.data;
  const mayRun = reply && outcomes[reply.outcome].reached !== 'no';
  const { run, waitedMs } = useAnswer(trigger, mayRun ? reply.executionId : undefined, test.submittedAt);
  const answered = run !== undefined && !isOpen(run);
  useEffect(() => {
    if (answered) void refresh(queries, ['/api/triggers', '/api/nightly-check']);
  }, [answered, queries]);

  return (
    <>
      <div>
        <Button
          busy={test.isPending}
          icon={<Play aria-hidden size={14} />}
          onClick={() => test.mutate({ workspaceId, params: { id } })}
          size="small"
          variant={answered && run.answer === 'ran' ? 'secondary' : 'primary'}
        >
          {t(test.isIdle ? 'receipts.dialog.testNow' : 'receipts.dialog.testAgain')}
        </Button>
      </div>
      <div aria-live="polite">{result()}</div>
    </>
  );

  function fixButtons(by: readonly ClickFix[]): ReactNode {
    return (
      <Suspense fallback={null}>
        <TestFixes fixes={by} onFixed={test.reset} trigger={trigger} />
      </Suspense>
    );
  }

  function result() {
    if (test.isPending || test.isIdle) return undefined;
    if (!mayRun) {
      const report = reply ? reportOfReply(t, trigger, reply, language) : reportOfError(t, name, test.error);
      return (
        <Notice title={report.title} tone="danger">
          {report.description}
          {report.fixes && fixButtons(report.fixes)}
        </Notice>
      );
    }
    const words = run && answerWords(t, run, language);
    if (run?.answer === 'ran')
      return (
        <Notice title={words} tone="success">
          {t('receipts.dialog.good')}
        </Notice>
      );
    if (run?.answer === 'shared')
      return (
        <Notice title={words} tone="info">
          {t('receipts.dialog.shared', { time: openFor })}
        </Notice>
      );
    // The routine may still answer.
    const silent = run?.answer === 'none' ? 'receipts.why.none' : undefined;
    const why = reply.outcome === 'sent' ? silent : 'runHistory.why.unknown';
    if (run?.answer === 'none' || waitedMs > patience)
      return (
        <Notice title={words ?? answerWords(t, { answer: 'awaited', outcome: reply.outcome }, language)} tone="warning">
          {why && <p>{t(why)}</p>}
          <WhatToLookAt name={name} openFor={openFor} />
          {fixButtons(check)}
        </Notice>
      );
    return (
      <p className="flex items-center gap-2 text-muted">
        <Spinner />
        {t('receipts.dialog.waits')}
      </p>
    );
  }
}

const check = ['check'] as const;

function WhatToLookAt({ name, openFor }: { name: string; openFor: string }) {
  const { t } = useTranslation();
  const names = { name, device: receiptName(name) };
  const lines = [
    t('receipts.dialog.lookHome', names),
    t('receipts.dialog.lookInside', names),
    t('receipts.dialog.lookWait', { time: openFor }),
  ];
  return (
    <>
      <p>{t('receipts.dialog.lookAt')}</p>
      <ul className="mt-1.5 grid list-disc gap-1.5 pl-4 wrap-anywhere">
        {lines.map((line) => (
          <li key={line}>
            <LimitedMarkdown text={line} />
          </li>
        ))}
      </ul>
    </>
  );
}
