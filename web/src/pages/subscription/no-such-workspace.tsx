import { Building2 } from 'lucide-react';
import { Link } from 'wouter';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';

/** Looks the same for a foreign id and an unknown one. */
export function NoSuchWorkspace() {
  const { t } = useTranslation();
  return (
    <Card flush>
      <EmptyState
        action={
          <Link className={buttonClass('secondary')} href="/subscription">
            {t('subscription.notFound.action')}
          </Link>
        }
        icon={<Building2 size={22} />}
        title={t('subscription.notFound.title')}
      >
        {t('subscription.notFound.text')}
      </EmptyState>
    </Card>
  );
}
