import { Pause, Pencil, Play, Trash2 } from 'lucide-react';

import type { PlannedRun } from '#shared/contracts/plans.ts';
import { isFailed } from '#shared/rules/execution/outcomes.ts';
import { type Answered, runReason, runWords } from '#web/features/runs/run-words.ts';
import { soonIn } from '#web/features/schedule/moments.ts';
import { momentWords, nextWords, plannedWords, type DisplayContext } from '#web/features/schedule/planned-words.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

type PlannedRunRowProps = {
  plan: PlannedRun;
  /** The answer to the last run, if the routine confirms runs. */
  answer: Answered | undefined;
  where: DisplayContext;
  busy: boolean;
  onPause: (paused: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
  onCheck: () => void;
};

export function PlannedRunRow({ plan, answer, where, busy, onPause, onEdit, onDelete, onCheck }: PlannedRunRowProps) {
  const { t } = useTranslation();
  const { nextAt, paused, by, last } = plan;
  const what = plannedWords(t, plan, where);
  const isOver = nextAt === undefined && !paused;
  const state = stateOf();
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0 sm:flex-nowrap">
      <div className="min-w-0 py-1.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={isOver || paused ? 'font-medium text-muted' : 'font-medium'}>{what}</span>{' '}
          {paused && <Badge tone="warning">{t('schedule.row.paused')}</Badge>}{' '}
          {by === 'webhook' && <Badge>{t('schedule.row.byWebhook')}</Badge>}
        </p>
        {state !== undefined && <p className="mt-0.5 text-muted">{state}</p>}
        {last && (
          <LastRun
            at={last.at}
            onCheck={onCheck}
            run={{ ...answer, outcome: last.outcome }}
            what={what}
            where={where}
          />
        )}
      </div>
      <div className="-ml-2 flex shrink-0 gap-1 sm:-mr-2 sm:ml-0">
        {!isOver && (
          <IconButton
            busy={busy}
            icon={paused ? <Play aria-hidden size={16} /> : <Pause aria-hidden size={16} />}
            name={t(paused ? 'schedule.row.resume' : 'schedule.row.pause', { what })}
            onClick={() => onPause(!paused)}
          />
        )}
        <IconButton icon={<Pencil aria-hidden size={16} />} name={t('schedule.row.edit', { what })} onClick={onEdit} />
        <IconButton
          icon={<Trash2 aria-hidden size={16} />}
          name={t('schedule.row.delete', { what })}
          onClick={onDelete}
          tone="danger"
        />
      </div>
    </li>
  );

  function stateOf(): string | undefined {
    // For a single run, the line above already shows the moment.
    const when =
      nextAt && (plan.rule ? nextWords(t, nextAt, where) : soonIn(Date.parse(nextAt), where.now, where.language));
    if (nextAt !== undefined) return when && t('schedule.row.next', { when });
    return t(paused ? 'schedule.row.waits' : 'schedule.row.over');
  }
}

type LastRunProps = {
  at: string;
  run: Answered & Pick<NonNullable<PlannedRun['last']>, 'outcome'>;
  where: DisplayContext;
  what: string;
  onCheck: () => void;
};

function LastRun({ at, run, where, what, onCheck }: LastRunProps) {
  const { t } = useTranslation();
  const { outcome, answer } = run;
  const warns = answer === 'none' || (isFailed(outcome) && answer !== 'ran' && answer !== 'shared');
  const why = runReason(t, run);
  return (
    <>
      <p className={warns ? 'mt-0.5 text-warning text-pretty' : 'mt-0.5 text-subtle'}>
        {t('schedule.row.last', { when: momentWords(t, at, where), outcome: runWords(t, run, where.language) })}
        {why !== undefined && <span className="block text-muted">{why}</span>}
      </p>
      {warns && (
        <div className="mt-2">
          <Button
            aria-label={t('triggers.row.check', { name: what })}
            onClick={onCheck}
            size="small"
            variant="secondary"
          >
            {t('triggers.run.check')}
          </Button>
        </div>
      )}
    </>
  );
}
