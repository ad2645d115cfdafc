import type { ExecutionRecord } from '#shared/contracts/history.ts';
import { type RunStage, stages as stageOrder } from '#shared/rules/execution/stages.ts';
import { formatNumber } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { RelativeTime } from '#web/ui/time/relative-time.tsx';

import type { FixFacts } from './run-fix.tsx';
import { listKeyOf, offersIn, PlannedFor, RunBadge, RunOrigin, RunProblem, RunTime } from './run-parts.tsx';

type RunListProps = { runs: readonly ExecutionRecord[]; facts: FixFacts };

/** The runs of one trigger. */
export function RunList({ runs, facts }: RunListProps) {
  const { t } = useTranslation();
  const offers = offersIn(runs);
  return (
    <ul aria-label={t('runHistory.title')} className="divide-y divide-border">
      {runs.map((run) => (
        <Run facts={facts} key={listKeyOf(run)} offers={offers(run)} run={run} />
      ))}
    </ul>
  );
}

function Run({ run, facts, offers }: { run: ExecutionRecord; facts: FixFacts; offers: boolean }) {
  return (
    <li className="rounded-xs py-4 first:pt-0 last:pb-0" tabIndex={-1}>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RunBadge run={run} />
        <span className="ml-auto text-xs text-subtle">
          <RelativeTime at={run.at} />
        </span>
      </div>
      <div className="mt-2 flex items-center justify-between gap-x-4">
        <RunOrigin run={run} />
        <RunTime run={run} />
      </div>
      <PlannedFor run={run} />
      <Stages run={run} />
      <RunProblem facts={facts} offers={offers} run={run} />
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
