import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, CircleHelp, type LucideIcon } from 'lucide-react';
import { useId } from 'react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import type { Findings } from '#shared/contracts/findings.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cardClass } from '#web/ui/card.tsx';
import { RestoreFocus } from '#web/ui/restore-focus.tsx';

import { AlertChoice } from './alert-choice.tsx';
import { FindingRow } from './finding-row.tsx';
import { LastAnswer } from './last-answer.tsx';
import { SkillState } from './skill-state.tsx';

type FindingsCardProps = {
  /** Without the findings that the page shows elsewhere. */
  findings: Findings['findings'];
  query: Pick<UseQueryResult<Findings>, 'data' | 'isError' | 'isFetching' | 'refetch'>;
  amazon: AmazonAuth | undefined;
  triggers: readonly Trigger[] | undefined;
};

/** Shows that everything works, what is broken, or that the state is unknown. */
export function FindingsCard({ findings, query, amazon, triggers }: FindingsCardProps) {
  const { t } = useTranslation();
  const { data, isError, isFetching, refetch } = query;
  const isUnknown = isError || !data || data.state === 'unknown';
  const broken = findings.filter(({ severity }) => severity === 'broken').length;
  const heading = useId();
  const head = headOf();
  return (
    <section aria-labelledby={heading} className={`${cardClass()} min-w-0`}>
      <header className="flex flex-wrap items-start gap-x-4 gap-y-3 p-4 sm:flex-nowrap sm:items-center sm:px-6 sm:py-5">
        <span aria-hidden className={clsx('grid size-10 shrink-0 place-items-center rounded-md', head.look)}>
          <head.icon size={20} />
        </span>
        <div className="min-w-0 grow basis-48">
          <div className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-base font-semibold" id={heading}>
              {head.words}
            </h2>
            {amazon && <SkillState active={amazon.skill === 'active'} />}
          </div>
          <div className="mt-0.5 max-w-prose text-muted text-pretty">{below()}</div>
        </div>
        {isUnknown && (
          <RestoreFocus>
            <Button busy={isFetching} onClick={() => void refetch()} size="small" variant="secondary">
              {t('common.retry')}
            </Button>
          </RestoreFocus>
        )}
      </header>
      {findings.length > 0 && (
        <ul className="border-t border-border">
          {findings.map((finding) => (
            <FindingRow
              amazon={amazon}
              finding={finding}
              key={`${finding.key} ${finding.subject?.id} ${finding.since}`}
            />
          ))}
        </ul>
      )}
      {data && triggers && triggers.length > 0 && <AlertChoice chosen={data.alertTriggerId} triggers={triggers} />}
    </section>
  );

  function below() {
    if (isUnknown) return t('findings.unknownText');
    if (data.lastAnswer || broken === 0) return <LastAnswer answer={data.lastAnswer} triggers={triggers} />;
    return null;
  }

  function headOf(): { words: string; icon: LucideIcon; look: string } {
    if (broken > 0)
      return {
        words: t('findings.problems', { count: broken }),
        icon: CircleAlert,
        look: 'bg-danger-soft text-danger',
      };
    if (isUnknown) return { words: t('findings.unknown'), icon: CircleHelp, look: 'bg-sunken text-muted' };
    const words = t(data.works ? 'findings.works' : 'findings.nothingFound');
    return { words, icon: CircleCheck, look: 'bg-success-soft text-success' };
  }
}
