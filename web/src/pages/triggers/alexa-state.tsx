import { clsx } from 'clsx';
import { RotateCw } from 'lucide-react';

import type { DeviceState, Trigger } from '#shared/contracts/triggers.ts';

import { refusalText } from '../../api/error-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

const dots: Readonly<Record<DeviceState['state'], string>> = {
  inAlexa: 'bg-success',
  waiting: 'animate-pulse bg-warning motion-reduce:animate-none',
  failed: 'bg-danger',
  skillOff: 'ring-1 ring-control ring-inset',
};

type AlexaStateProps = { trigger: Trigger; busy: boolean; onRetry: (trigger: Trigger) => void };

/** Whether Alexa knows a trigger: a dot and a word; why not and a way to try again only where it failed. */
export function AlexaState({ trigger, busy, onRetry }: AlexaStateProps) {
  const { t } = useTranslation();
  const { name, alexa } = trigger;
  if (!alexa) return <span className="text-subtle">–</span>;
  const word = (
    <span
      className={clsx(
        'inline-flex items-center gap-2 rounded-xs whitespace-nowrap',
        alexa.state === 'failed' && 'font-medium text-danger',
      )}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip of a waiting one must open by keyboard
      tabIndex={alexa.state === 'waiting' ? 0 : undefined}
    >
      <span aria-hidden className={clsx('size-2 shrink-0 rounded-full', dots[alexa.state])} />
      {t(`triggers.alexa.${alexa.state}`)}
    </span>
  );
  if (alexa.state === 'waiting')
    return (
      <Tooltip describes text={t('triggers.alexa.waitingHint')}>
        {word}
      </Tooltip>
    );
  if (alexa.state !== 'failed') return word;
  return (
    <div className="flex max-w-56 flex-col items-end text-right sm:items-start sm:text-left">
      {word}
      <span className="mt-0.5 text-xs text-pretty">{refusalText(alexa.reason) ?? t('triggers.alexa.failedText')}</span>
      <span className="-mx-3 -mb-1">
        <Button
          aria-label={t('triggers.alexa.retryFor', { name })}
          busy={busy}
          icon={<RotateCw aria-hidden size={14} />}
          look="ghost"
          onClick={() => onRetry(trigger)}
          size="small"
        >
          {t('common.retry')}
        </Button>
      </span>
    </div>
  );
}
