import type { Trigger } from '#shared/contracts/triggers.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/card.tsx';

import { WebhookAddress } from '../snippets/webhook-address.tsx';
import type { TriggersPageState } from '../use-triggers-page.ts';

type WebhookCardProps = { page: TriggersPageState; trigger: Trigger };

export function WebhookCard({ page, trigger }: WebhookCardProps) {
  const { t } = useTranslation();
  return (
    <Card
      actions={
        <Button
          onClick={() => {
            page.show({ kind: 'access', triggerId: trigger.id });
            void page.list.refetch();
          }}
          size="small"
          variant="secondary"
        >
          {t('triggers.elsewhere.access')}
        </Button>
      }
      description={t('triggerDetails.webhookText')}
      title={t('created.webhook')}
    >
      <WebhookAddress page={page} trigger={trigger} />
    </Card>
  );
}
