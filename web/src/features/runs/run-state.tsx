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

type RunStateProps = { trigger: Trigger; progress: RunProgress | undefined; withTime?: boolean };

/** The state of the last run, also if it failed: the routine's answer if it confirms runs. */
export function RunState({ trigger, progress, withTime }: RunStateProps) {
  const { t, i18n } = useTranslation();
  const now = useMinute();
  const { enabled, lastExecuted } = trigger;
  // The list is from before this run.
  const isNews = progress === 'sent';
  const failed = isNews ? undefined : trigger.lastFailed;
  const receipt = isNews ? trigger.receipt && awaited : trigger.receipt;
  const at = withTime && !isNews ? (failed?.at ?? lastExecuted) : undefined;
  const when = formatWhen(at, now, asLanguage(i18n.language))?.text;
  const atTime = (state: string) => (when === undefined ? state : t('tiles.at', { state, when }));

  if (progress === 'running') return <Line>{t('tiles.sending')}</Line>;
  if (progress === 'failed') return <Line tone="text-danger">{t('tiles.failed')}</Line>;
  if (progress === 'unknown') return <Line tone="text-warning">{t('tiles.unknown')}</Line>;
  if (!enabled && !isNews) return <Line>{t('tiles.off')}</Line>;
  const isUnclear = failed?.outcome === 'unknown';
  if (isUnclear && !receipt?.answer) return <Line tone="text-warning">{atTime(t('tiles.unknown'))}</Line>;
  if (failed && !isUnclear) return <Line tone="text-danger">{atTime(t('tiles.failed'))}</Line>;
  if (!receipt?.answer)
    return progress || lastExecuted !== null ? (
      <Line tone={progress && 'text-success'}>{atTime(t('tiles.sent'))}</Line>
    ) : (
      <Line>{t('tiles.never')}</Line>
    );
  return (
    <Suspense fallback={<Line>{'\u00A0'}</Line>}>
      <AnswerState receipt={receipt}>{(words, tone) => <Line tone={tone}>{atTime(words)}</Line>}</AnswerState>
    </Suspense>
  );
}

const Line = ({ children, tone }: { children: string; tone?: string | undefined }) => (
  <span className={clsx('block text-xs', tone ?? 'text-muted')}>{children}</span>
);
