import { Link } from 'wouter';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Notice } from '#web/ui/notice.tsx';

export const warningId = 'whatsapp-unofficial';

export function UnofficialWarning() {
  const { t } = useTranslation();
  return (
    <div id={warningId}>
      <Notice title={t('whatsapp.warning.title')} tone="warning">
        {t('whatsapp.warning.text')}{' '}
        <Link className="font-medium whitespace-nowrap text-text underline underline-offset-2" href="/terms">
          {t('whatsapp.warning.terms')}
        </Link>
      </Notice>
    </div>
  );
}
