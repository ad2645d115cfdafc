import { CalendarClock, Globe, MessageCircle, Mic, MousePointerClick } from 'lucide-react';
import { useState } from 'react';

import type { ExecutionRecord } from '#shared/contracts/history.ts';
import type { Channel } from '#shared/rules/channels.ts';
import { type Outcome, outcomes } from '#shared/rules/execution/outcomes.ts';
import { formatFullDate, formatNumber } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';

import { type FixFacts, RunFix } from './run-fix.tsx';
import { RunState } from './run-state.tsx';
import { answerTones, runReason, runWords } from './run-words.ts';

const channelIcons: Readonly<Record<Channel, typeof Globe>> = {
  webhook: Globe,
  click: MousePointerClick,
  voice: Mic,
  group: MessageCircle,
  schedule: CalendarClock,
};

function toneOf({ outcome, answer }: ExecutionRecord): Tone {
  if (answer) return answerTones[answer];
  const { reached, transient } = outcomes[outcome];
  if (reached === 'yes') return 'success';
  return transient ? 'warning' : 'danger';
}

type RunProps = { run: ExecutionRecord };

export function RunBadge({ run }: RunProps) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      <Badge dot tone={toneOf(run)} wraps>
        {runWords(t, run, language)}
      </Badge>
      {run.times !== undefined && run.times > 1 && (
        <span className="text-xs font-medium text-muted tabular-nums">
          {t('runHistory.times', { times: formatNumber(run.times, language) })}
        </span>
      )}
    </span>
  );
}

export function RunOrigin({ run }: RunProps) {
  const { t } = useTranslation();
  const Icon = channelIcons[run.channel];
  return (
    <span className="flex min-w-0 items-center gap-2 text-muted">
      <Icon aria-hidden className="shrink-0 text-subtle" size={14} />
      <span className="min-w-0 wrap-anywhere">
        {t(`runHistory.channels.${run.channel}`)}
        {run.who && ` ${t('runHistory.by', { who: run.who })}`}
      </span>
    </span>
  );
}

export function RunTime({ run }: RunProps) {
  const { t, i18n } = useTranslation();
  return (
    <span className="shrink-0 font-medium tabular-nums">
      {t('runHistory.total', { ms: formatNumber(run.ms, asLanguage(i18n.language)) })}
    </span>
  );
}

export function PlannedFor({ run }: RunProps) {
  const { t, i18n } = useTranslation();
  if (run.outcome !== 'missed' || run.dueAt === undefined) return null;
  const when = formatFullDate(run.dueAt, asLanguage(i18n.language));
  return <p className="mt-2 text-subtle">{t('runHistory.plannedFor', { when })}</p>;
}

/** Why the run failed, its fix if the list offers one, and the progress of a run that this one's button started. */
export function RunProblem({ run, facts, offers }: RunProps & { facts: FixFacts; offers: boolean }) {
  const { t } = useTranslation();
  const [isRepeated, setRepeated] = useState(false);
  const { trigger, again, progress } = facts;
  const why = runReason(t, run);
  const repeat =
    again &&
    (() => {
      setRepeated(true);
      again();
    });
  return (
    <>
      {why !== undefined && <p className="mt-2.5 text-pretty">{why}</p>}
      {offers && <RunFix facts={{ ...facts, again: repeat }} run={run} />}
      {isRepeated && trigger && (progress ?? trigger.lastFailed) && (
        <output className="mt-2 block">
          <RunState progress={progress} trigger={trigger} />
        </output>
      )}
    </>
  );
}

/** Counted refusals of several minutes have the same id, and each refusal changes the second of `at`. */
export const listKeyOf = ({ id, at }: ExecutionRecord): string => `${id} ${at.slice(0, 16)}`;

/**
 * Only the newest run of each trigger and outcome offers its fix. An unanswered run offers it only if no later run was
 * answered.
 */
export function offersIn<Run extends ExecutionRecord>(
  runs: readonly Run[],
  triggerOf: (run: Run) => string = () => '',
): (run: Run) => boolean {
  const newest = new Map<string, Run>();
  const answered = new Map<string, Run>();
  const keyOf = (run: Run): `${string} ${Outcome}` => `${triggerOf(run)} ${run.outcome}`;
  for (const run of runs) {
    if (!newest.has(keyOf(run))) newest.set(keyOf(run), run);
    const isTold = run.answer === 'ran' || run.answer === 'none';
    if (isTold && !answered.has(triggerOf(run))) answered.set(triggerOf(run), run);
  }
  return (run) => (run.answer === 'none' ? answered.get(triggerOf(run)) === run : newest.get(keyOf(run)) === run);
}
