import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/card.tsx';

/** Its heading receives the focus after the first group is linked, before the list has loaded. */
export function GroupsCard({ onAdd, children }: { onAdd: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Card
      actions={
        <Button icon={<Plus aria-hidden size={16} />} onClick={onAdd} size="small">
          {t('whatsapp.groups.add')}
        </Button>
      }
      description={t('whatsapp.groups.lead')}
      flush
      title={t('whatsapp.groups.heading')}
    >
      {children}
    </Card>
  );
}
