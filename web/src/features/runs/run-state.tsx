import { clsx } from 'clsx';
import { lazy, Suspense } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { formatWhen } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import type { RunProgress } from './use-run-trigger.ts';

const AnswerState = lazy(async () => {
  const [{ AnswerState: State }] = await Promise.all([import('./answer-state.tsx'), loadPageTexts(['receipts'])]);
  return { default: State };
});

/** Of a run that the list does not contain yet. */
const awaited = { answer: 'awaited', outcome: 'sent' } as const;

type RunStateProps = {
  trigger: Trigger;
  progress: RunProgress | undefined;
  withTime?: boolean;
  /** In a table, only a failure is shown from 640 px on, because columns show the rest. */
  inTable?: boolean;
};

/** The state of the last run, also if it failed: the routine's answer if it confirms runs. */
export function RunState({ trigger, progress, withTime, inTable }: RunStateProps) {
  const { t, i18n } = useTranslation();
  const now = useMinute();
  const { enabled, lastExecuted, lastFailed } = trigger;
  const failure = failureOf(trigger, progress);
  // The list is from before this run.
  const isNews = progress === 'sent';
  const receipt = isNews ? trigger.receipt && awaited : trigger.receipt;
  const at = withTime && (!progress || progress === 'listed') ? (lastFailed?.at ?? lastExecuted) : undefined;
  const when = formatWhen(at, now, asLanguage(i18n.language))?.text;
  const atTime = (state: string) => (when === undefined ? state : t('tiles.at', { state, when }));
  const line = (state: string, tone = 'text-muted') => (
    <span className={clsx('block text-xs font-normal', tone, inTable && !failure && 'sm:hidden')}>{state}</span>
  );

  return <>{content()}</>;

  function content() {
    if (progress === 'running') return line(t('tiles.sending'));
    if (failure) return line(atTime(t(`tiles.${failure}`)), failure === 'failed' ? 'text-danger' : 'text-warning');
    if (!enabled && !isNews) return line(t('tiles.off'));
    if (!receipt?.answer && !progress && lastExecuted === null) return line(t('tiles.never'));
    if (!receipt?.answer) return line(atTime(t('tiles.sent')), progress && 'text-success');
    return (
      <Suspense fallback={line('\u00A0')}>
        <AnswerState receipt={receipt}>{(words, tone) => line(atTime(words), tone)}</AnswerState>
      </Suspense>
    );
  }
}

/** How the last run failed, if it did. If it is unclear whether it ran, the routine's answer decides. */
export function failureOf(
  { enabled, lastFailed, receipt }: Trigger,
  progress: RunProgress | undefined,
): 'failed' | 'unknown' | undefined {
  if (progress) return progress === 'failed' || progress === 'unknown' ? progress : undefined;
  // "Switched off" is shown instead.
  if (!enabled || !lastFailed) return undefined;
  if (lastFailed.outcome !== 'unknown') return 'failed';
  return receipt?.answer ? undefined : 'unknown';
}
