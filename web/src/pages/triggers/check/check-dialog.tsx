import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, CircleDashed, Clock, Play, TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { ruledSteps, stepNames, type StepName } from '#shared/rules/execution/step-names.ts';
import { errorText, refusalText } from '#web/api/error-text.ts';
import { duration } from '#web/features/runs/duration.ts';
import { useLeadsToWhatsApp } from '#web/features/runs/use-leads-to-whatsapp.ts';
import { formatNumber } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import type { TriggersPageState } from '../use-triggers-page.ts';
import { StepRepair } from './step-repair.tsx';
import { type CheckStep, useCheck } from './use-check.ts';

type CheckDialogProps = {
  open: boolean;
  onClose: () => void;
  trigger: Trigger;
  page: TriggersPageState;
  /** Opened from a run by click that failed. */
  byClick?: boolean | undefined;
};

/** Steps that block a run. The plan only affects group commands. */
const inTheWay: ReadonlySet<StepName> = new Set([
  ...ruledSteps.filter((step) => step !== 'plan'),
  ...(['token', 'event'] as const),
]);

/** Checks step by step everything that a run needs. */
export function CheckDialog({ open, onClose, trigger, page, byClick = false }: CheckDialogProps) {
  const { t } = useTranslation();
  const { steps, error, checking, firing, checkAgain, checkAndFire } = useCheck(trigger, page.account.data, byClick);
  const { words, tone } = summaryOf(steps);
  const stateOf = (name: StepName) => steps?.find(({ step }) => step === name)?.state;
  const ran = stateOf('event') === 'ok' && ['ok', 'unknown'].includes(stateOf('routine') ?? 'unknown');
  const offersWhatsApp = useLeadsToWhatsApp(trigger, { works: ran, workedBefore: trigger.lastExecuted !== null });
  return (
    <Dialog
      description={t('check.lead')}
      footer={
        <>
          {!offersWhatsApp && (
            <Button busy={checking && !firing} onClick={checkAgain} variant="secondary">
              {t('check.again')}
            </Button>
          )}
          <Button
            busy={firing}
            icon={<Play aria-hidden size={14} />}
            onClick={checkAndFire}
            variant={offersWhatsApp ? 'secondary' : 'primary'}
          >
            {t('check.andFire')}
          </Button>
          {offersWhatsApp && (
            <Link className={buttonClass()} href={`/whatsapp?id=${trigger.workspaceId}`}>
              {t('triggers.run.addWhatsApp')}
            </Link>
          )}
        </>
      }
      onClose={onClose}
      open={open}
      steady
      title={t('check.title', { name: trigger.name })}
    >
      <p aria-live="polite" className={clsx('mb-4 font-medium', tone)}>
        {(steps || !error) && words}
      </p>
      {error && (
        <div className="mb-4">
          <Notice live title={t('check.notLoaded')} tone="danger">
            {errorText(t, error)}
          </Notice>
        </div>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
        {steps?.map((step) => <Step key={step.step} page={page} step={step} trigger={trigger} />) ??
          (!error && stepNames.filter((name) => name !== 'event').map((name) => <Awaited key={name} name={name} />))}
      </ol>
    </Dialog>
  );

  function summaryOf(told: readonly CheckStep[] | undefined): { words: string; tone?: string } {
    if (!told) return { words: t('check.looking') };
    const red = told.filter(({ state }) => state === 'failed');
    const count = red.filter(({ step }) => inTheWay.has(step)).length;
    if (count > 0) return { words: t('check.red', { count }), tone: 'text-danger' };
    if (red.length > 0) return { words: t('check.look', { count: red.length }), tone: 'text-warning' };
    if (told.some(({ step, state }) => step === 'event' && state === 'unknown')) return { words: t('check.notFired') };
    if (told.some(({ state }) => state === 'waiting')) return { words: t('check.waits') };
    return { words: t('check.red', { count }), tone: 'text-success' };
  }
}

const icons = {
  ok: [CircleCheck, 'text-success'],
  failed: [CircleAlert, 'text-danger'],
  /** A warning that does not block a run. */
  look: [TriangleAlert, 'text-warning'],
  waiting: [Clock, 'text-warning'],
  unknown: [CircleDashed, 'text-subtle'],
} as const;

const Awaited = ({ name }: { name: CheckStep['step'] }) => {
  const { t } = useTranslation();
  return (
    <li className="flex gap-3 text-subtle">
      <span className="grid size-5 shrink-0 place-items-center">
        <Spinner />
      </span>
      {t(`check.steps.${name}`)}
    </li>
  );
};

/** The limit to wait for. */
const limitOf = (errorKey: string | undefined) =>
  errorKey === 'trigger.loop' ? 'loop' : errorKey === 'workspace.tooMany' ? 'workspace' : 'trigger';

type StepProps = { step: CheckStep; trigger: Trigger; page: TriggersPageState };

function Step({ step: told, trigger, page }: StepProps) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const { step, state, errorKey, ms, device } = told;
  const turnedDown = step === 'event' && state === 'unknown' && errorKey !== undefined;
  const stops = turnedDown || inTheWay.has(step);
  const [Icon, colour] = icons[state === 'failed' && !stops ? 'look' : turnedDown ? 'failed' : state];
  const why = whyOf();
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className={clsx('mt-px shrink-0', colour)} size={20} />
      <div className="min-w-0 grow">
        <div className="flex items-baseline justify-between gap-x-3">
          <h3 className={clsx('min-w-0 font-medium', state === 'unknown' && 'text-muted')}>
            {t(`check.steps.${step}`)}
            <span className="sr-only">: {t(`check.states.${stateOf()}`)}</span>
          </h3>
          {ms !== undefined && (
            <span className="shrink-0 text-xs text-subtle tabular-nums">
              {step === 'routine' ? duration(ms, language) : t('check.took', { ms: formatNumber(ms, language) })}
            </span>
          )}
        </div>
        {why && <p className="mt-0.5 text-muted text-pretty wrap-anywhere">{why}</p>}
        <StepRepair page={page} step={told} trigger={trigger} />
      </div>
    </li>
  );

  function stateOf() {
    if (turnedDown) return 'turnedDown';
    if (state !== 'failed' || inTheWay.has(step)) return state;
    return step === 'routine' ? 'silent' : 'look';
  }

  function whyOf(): string | undefined {
    if (state === 'ok') return undefined;
    if (step === 'routine') return routine();
    if (step === 'plan') return t('check.plan');
    if (turnedDown) return t('check.turnedDown');
    if (step === 'rate' && state === 'failed') return t(`check.rate.${limitOf(errorKey)}`);
    const refused = refusalText(errorKey);
    if (device !== undefined) return confirming(device, refused);
    if (refused) return refused;
    if (state === 'unknown') return t(step === 'event' ? 'check.notFired' : 'check.notKnown');
    return t(state === 'waiting' ? 'triggers.alexa.waitingHint' : 'triggers.alexa.failedText');
  }

  function routine(): string {
    if (state === 'unknown' && trigger.receipt?.answer === 'shared') return t('check.routine.shared');
    if (state === 'unknown') return t(trigger.receipt ? 'check.routine.unknown' : 'check.routine.nobody');
    if (state === 'waiting') return t(errorKey ? 'check.routine.waitingDoubtful' : 'check.routine.waiting');
    return t(errorKey ? 'check.routine.failedDoubtful' : 'check.routine.failed');
  }

  function confirming(name: string, refused: string | undefined): string {
    if (errorKey === 'alexa.deviceLeftOut') return t('check.confirming.leftOut', { device: name });
    const about = t(`check.confirming.${state === 'waiting' ? 'waiting' : 'failed'}`, { device: name });
    return refused ? `${about} ${refused}` : about;
  }
}
