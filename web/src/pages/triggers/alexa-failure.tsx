import { RotateCw } from 'lucide-react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { RefusalWords } from '#web/features/refusal-words.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';

type AlexaFailureProps = {
  trigger: Trigger;
  busy: boolean;
  onRetry: (trigger: Trigger) => void;
  onCheck: (trigger: Trigger) => void;
};

export function AlexaFailure({ trigger, busy, onRetry, onCheck }: AlexaFailureProps) {
  const { t } = useTranslation();
  const { name, alexa } = trigger;
  if (alexa?.state !== 'failed') return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 text-xs font-normal text-muted">
      <span className="text-pretty">
        <RefusalWords of={alexa.reason} otherwise={t('triggers.alexa.failedText')} />
      </span>
      <span className="-mx-3 flex flex-wrap">
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
        <Button
          aria-label={t('triggers.row.check', { name })}
          onClick={() => onCheck(trigger)}
          size="small"
          variant="ghost"
        >
          {t('triggers.run.check')}
        </Button>
      </span>
    </span>
  );
}
