import { clsx } from 'clsx';
import { Check, Clock, type LucideIcon, TriangleAlert } from 'lucide-react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { isSilent, type Answer } from '#shared/rules/execution/receipts.ts';
import { roughly } from '#web/features/runs/duration.ts';
import { failureOf } from '#web/features/runs/run-state.tsx';
import { answerWords, silentWords } from '#web/features/runs/run-words.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';

import type { TriggersPageState } from '../use-triggers-page.ts';

type ReceiptLineProps = {
  trigger: Trigger;
  page: Pick<TriggersPageState, 'show' | 'check' | 'changes'>;
  /** Below the name and a failure, where a good answer to an earlier run would contradict the failure. */
  inTable?: boolean;
};

/** The routine's last answer, and the fix if it does not answer. */
export function ReceiptLine({ trigger, page, inTable = false }: ReceiptLineProps) {
  const { t, i18n } = useTranslation();
  const { id, name, receipt } = trigger;
  if (!receipt) return null;
  const language = asLanguage(i18n.language);
  const { typicalMs, lastRanAt, answer, ranMs, outcome, silent } = receipt;
  if (inTable && answer && answer !== 'none' && failureOf(trigger, page.changes.progressOf(trigger))) return null;
  const isNew = lastRanAt === undefined;
  const stopped = isSilent(receipt);
  const failed = stopped || answer === 'none';
  const [Icon, tone] = stopped ? marks.none : answer ? marks[answer] : marks.awaited;
  const usual = typicalMs === undefined ? undefined : roughly(typicalMs, language);
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 text-xs font-normal text-muted">
      <span className="flex min-w-0 items-start gap-1.5">
        <Icon aria-hidden className={clsx('mt-px shrink-0', tone ?? 'text-subtle')} size={14} />
        <span className="min-w-0 text-pretty">
          <span className={tone}>{words()}</span>
          {answer === 'ran' && usual !== undefined && `, ${t('receipts.usually', { time: usual })}`}
        </span>
      </span>
      {(isNew || failed) && (
        <span className="-mx-3 -my-1.5 flex flex-wrap">
          {(isNew || stopped) && (
            <Button
              aria-label={t(isNew ? 'receipts.setUpFor' : 'receipts.lookFor', { name })}
              onClick={() => page.show({ kind: 'receipt', triggerId: id })}
              size="small"
              variant="ghost"
            >
              {t(isNew ? 'receipts.setUp' : 'receipts.look')}
            </Button>
          )}
          {failed && (
            <Button
              aria-label={t('triggers.row.check', { name })}
              onClick={() => page.check(trigger)}
              size="small"
              variant="ghost"
            >
              {t('triggers.run.check')}
            </Button>
          )}
        </span>
      )}
    </span>
  );

  function words(): string | undefined {
    if (stopped) return silentWords(t, { answer, silent });
    if (answer) return answerWords(t, { outcome, answer, ranMs }, language);
    if (isNew) return t('receipts.never');
    return usual === undefined ? t('receipts.confirms') : t('receipts.confirmsUsually', { time: usual });
  }
}

const marks: Readonly<Record<Answer, [icon: LucideIcon, tone: string | undefined]>> = {
  ran: [Check, 'text-success'],
  shared: [Check, undefined],
  awaited: [Clock, undefined],
  none: [TriangleAlert, 'text-warning'],
};
