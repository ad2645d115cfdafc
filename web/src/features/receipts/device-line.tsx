import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';

import type { DeviceState } from '#shared/contracts/triggers.ts';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';

import { RefusalWords } from '../refusal-words.tsx';

type DeviceLineProps = {
  /** The state in one word. */
  shown: ReactNode;
  alexa: DeviceState | undefined;
  /** Reports the device to Alexa again. */
  onRetry: () => void;
  busy: boolean;
};

/** Shows whether Alexa knows a device, and how to fix it if not. */
export function DeviceLine({ shown, alexa, onRetry, busy }: DeviceLineProps) {
  const { t } = useTranslation();
  if (!alexa) return null;
  const { state, reason } = alexa;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <output className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {shown}
        {state === 'waiting' && <span className="text-xs text-subtle">{t('receipts.dialog.waiting')}</span>}
        {state === 'skillOff' && <span className="text-muted text-pretty">{t('receipts.dialog.skillOff')}</span>}
        {state === 'failed' && (
          <span className="text-muted text-pretty">
            <RefusalWords of={reason} otherwise={t('triggers.alexa.failedText')} />
          </span>
        )}
      </output>
      {state === 'skillOff' && (
        <Button onClick={openSkillDialog} size="small" variant="secondary">
          {t('triggers.run.activateSkill')}
        </Button>
      )}
      {state === 'failed' && (
        <Button
          busy={busy}
          icon={<RotateCw aria-hidden size={14} />}
          onClick={onRetry}
          size="small"
          variant="secondary"
        >
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}
