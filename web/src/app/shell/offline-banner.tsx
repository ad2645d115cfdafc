import { WifiOff } from 'lucide-react';

import { useOnline } from '#web/api/online.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <output className="block">
      {!online && (
        <span className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-sm text-warning">
          <WifiOff aria-hidden className="shrink-0" size={16} />
          {t('shell.offline')}
        </span>
      )}
    </output>
  );
}
