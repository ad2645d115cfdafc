import { clsx } from 'clsx';

import type { DeviceState, Trigger } from '#shared/contracts/triggers.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
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
