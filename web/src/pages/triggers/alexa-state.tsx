import { clsx } from 'clsx';
import { RotateCw } from 'lucide-react';

import type { DeviceState, Trigger } from '#shared/contracts/triggers.ts';
import { refusalText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Tooltip } from '#web/ui/buttons/tooltip.tsx';

const dots: Readonly<Record<DeviceState['state'], string>> = {
  inAlexa: 'bg-success',
  waiting: 'animate-pulse bg-warning motion-reduce:animate-none',
  failed: 'bg-danger',
  skillOff: 'ring-1 ring-control ring-inset',
};

export function AlexaState({ alexa }: Pick<Trigger, 'alexa'>) {
  const { t } = useTranslation();
  if (!alexa) return <span className="text-subtle">–</span>;
  const waits = alexa.state === 'waiting';
  const word = (
    <span
      className={clsx(
        'inline-flex items-center gap-2 rounded-xs align-middle whitespace-nowrap',
        alexa.state === 'failed' && 'font-medium text-danger',
      )}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip of a waiting one must open by keyboard
      tabIndex={waits ? 0 : undefined}
    >
      <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', dots[alexa.state])} />
      {t(`triggers.alexa.${alexa.state}`)}
    </span>
  );
  if (!waits) return word;
  return (
    <Tooltip describes text={t('triggers.alexa.waitingHint')}>
      {word}
    </Tooltip>
  );
}

type AlexaFailureProps = { trigger: Trigger; busy: boolean; onRetry: (trigger: Trigger) => void };

export function AlexaFailure({ trigger, busy, onRetry }: AlexaFailureProps) {
  const { t } = useTranslation();
  const { name, alexa } = trigger;
  if (alexa?.state !== 'failed') return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 text-xs font-normal text-muted">
      <span className="text-pretty">{refusalText(alexa.reason) ?? t('triggers.alexa.failedText')}</span>
      <span className="-mx-3">
        <Button
          aria-label={t('triggers.alexa.retryFor', { name })}
          busy={busy}
          icon={<RotateCw aria-hidden size={14} />}
          variant="ghost"
          onClick={() => onRetry(trigger)}
          size="small"
        >
          {t('common.retry')}
        </Button>
      </span>
    </span>
  );
}
