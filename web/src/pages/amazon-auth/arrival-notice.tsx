import { X } from 'lucide-react';

import { refusalText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';

import type { Arrival } from './use-arrival.ts';

type ArrivalNoticeProps = { arrival: Arrival; skillActive: boolean; onDismiss: () => void };

/** An unknown key is never shown: anybody can write one into an address. */
export function ArrivalNotice({ arrival, skillActive, onDismiss }: ArrivalNoticeProps) {
  const { t } = useTranslation();
  if (arrival.kind === 'inUse') return null;
  const good = arrival.kind === 'success';
  return (
    <div className="mb-6">
      <Notice
        actions={
          <IconButton icon={<X aria-hidden size={16} />} name={t('amazonAuth.error.dismiss')} onClick={onDismiss} />
        }
        live
        title={good ? t('amazonAuth.success.title') : t('amazonAuth.error.title')}
        tone={good ? 'success' : 'danger'}
      >
        {arrival.kind === 'error'
          ? (refusalText(arrival.key) ?? t('amazonAuth.error.unknown'))
          : skillActive
            ? t('amazonAuth.success.textActive')
            : t('amazonAuth.success.text')}
      </Notice>
    </div>
  );
}
