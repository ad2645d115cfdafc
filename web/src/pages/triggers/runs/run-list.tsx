import { CalendarClock, Globe, MessageCircle, Mic, MousePointerClick } from 'lucide-react';
import type { Ref } from 'react';

import type { ExecutionRecord } from '#shared/contracts/history.ts';
import type { Channel } from '#shared/rules/channels.ts';
import { type Outcome, outcomes } from '#shared/rules/execution/outcomes.ts';
import { type RunStage, stages as stageOrder } from '#shared/rules/execution/stages.ts';
import { answerTones, runReason, runWords } from '#web/features/runs/run-words.ts';
import { formatFullDate, formatNumber } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { RelativeTime } from '#web/ui/time/relative-time.tsx';

import { type FixFacts, RunFix } from './run-fix.tsx';

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

type RunListProps = { runs: readonly ExecutionRecord[]; facts: FixFacts; ref: Ref<HTMLUListElement> };

/**
 * Only the newest run of each outcome offers its fix. An unanswered run offers it only if no later run was answered.
 */
export function RunList({ runs, facts, ref }: RunListProps) {
  const { t } = useTranslation();
  const newest = new Map<Outcome, ExecutionRecord>();
  for (const run of runs) if (!newest.has(run.outcome)) newest.set(run.outcome, run);
  const told = runs.find(({ answer }) => answer === 'ran' || answer === 'none');
  const offers = (run: ExecutionRecord): boolean =>
    run.answer === 'none' ? run === told : newest.get(run.outcome) === run;
  return (
    <ul aria-label={t('runHistory.title')} className="divide-y divide-border" ref={ref}>
      {runs.map((run) => (
        <Run facts={offers(run) ? facts : undefined} key={run.id} run={run} />
      ))}
    </ul>
  );
}

function Run({ run, facts }: { run: ExecutionRecord; facts: FixFacts | undefined }) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const Icon = channelIcons[run.channel];
  const why = runReason(t, run);
  return (
    <li className="rounded-xs py-4 first:pt-0 last:pb-0" tabIndex={-1}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
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
        <span className="text-xs text-subtle">
          <RelativeTime at={run.at} />
        </span>
      </div>
      <div className="mt-2 flex items-center justify-between gap-x-4">
        <span className="flex min-w-0 items-center gap-2 text-muted">
          <Icon aria-hidden className="shrink-0 text-subtle" size={14} />
          <span className="min-w-0 wrap-anywhere">
            {t(`runHistory.channels.${run.channel}`)}
            {run.who && ` ${t('runHistory.by', { who: run.who })}`}
          </span>
        </span>
        <span className="shrink-0 font-medium tabular-nums">
          {t('runHistory.total', { ms: formatNumber(run.ms, language) })}
        </span>
      </div>
      {run.outcome === 'missed' && run.dueAt !== undefined && (
        <p className="mt-2 text-subtle">{t('runHistory.plannedFor', { when: formatFullDate(run.dueAt, language) })}</p>
      )}
      <Stages run={run} />
      {why !== undefined && <p className="mt-2.5 text-pretty">{why}</p>}
      {facts && <RunFix facts={facts} run={run} />}
    </li>
  );
}

const stageColours: Readonly<Record<RunStage, string>> = {
  arrival: 'bg-success',
  read: 'bg-accent',
  claim: 'bg-control',
  open: 'bg-muted',
  token: 'bg-warning',
  send: 'bg-info',
};

const isKnown = (stage: string): stage is RunStage => stage in stageColours;

/** Stored stages are unordered; an unknown one comes last. */
const positionOf = (stage: string): number => (isKnown(stage) ? stageOrder.indexOf(stage) : stageOrder.length);

function Stages({ run }: { run: ExecutionRecord }) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const stages = Object.entries(run.stages)
    .filter(([, ms]) => ms > 0)
    .toSorted(([one], [other]) => positionOf(one) - positionOf(other))
    .map(([stage, ms]) => ({
      stage,
      ms,
      name: isKnown(stage) ? t(`runHistory.stages.${stage}`) : stage,
      colour: isKnown(stage) ? stageColours[stage] : 'bg-border',
    }));
  if (stages.length === 0) return null;
  return (
    <div className="mt-2.5">
      <div aria-hidden className="flex h-1 gap-px overflow-hidden rounded-full">
        {stages.map(({ stage, ms, colour }) => (
          <span className={`forced-color-adjust-none ${colour}`} key={stage} style={{ flexGrow: ms }} />
        ))}
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-subtle tabular-nums">
        {stages.map(({ stage, ms, name, colour }) => (
          <li className="flex items-center gap-1.5" key={stage}>
            <span aria-hidden className={`size-1.5 rounded-full forced-color-adjust-none ${colour}`} />
            {t('runHistory.stage', { stage: name, ms: formatNumber(ms, language) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
