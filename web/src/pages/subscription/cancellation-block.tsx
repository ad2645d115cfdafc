import { RotateCcw } from 'lucide-react';

import type { Subscription } from '#shared/contracts/billing.ts';
import { formatDate } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Card } from '#web/ui/card.tsx';
import { DescriptionList } from '#web/ui/description-list.tsx';

import { PortalButton, usePortal } from './portal-button.tsx';

export function CancellationBlock({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useTranslation();
  const language = asLanguage(i18n.language);
  const { portal, failure } = usePortal(subscription.workspaceId, 'home');
  const end = formatDate(subscription.cancel_at, language);
  const text = subscription.status === 'past_due' ? 'textPastDue' : 'text';
  return (
    <Card
      actions={
        <PortalButton icon={<RotateCcw aria-hidden size={16} />} portal={portal}>
          {t('subscription.cancellation.resume')}
        </PortalButton>
      }
      description={t(`subscription.cancellation.${text}`, { end })}
      title={t('subscription.cancellation.heading')}
    >
      <DescriptionList
        items={[
          { term: t('subscription.cancellation.canceledAt'), value: formatDate(subscription.canceled_at, language) },
          { term: t('subscription.cancellation.endsAt'), value: end },
          { term: t('subscription.cancellation.renewal'), value: t('subscription.cancellation.off') },
        ]}
      />
      {failure && <div className="mt-4 empty:hidden">{failure}</div>}
    </Card>
  );
}
