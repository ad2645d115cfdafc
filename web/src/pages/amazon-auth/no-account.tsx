import { UserRoundPlus } from 'lucide-react';

import { useTranslation } from '../../i18n/use-translation.ts';
import { cardClass } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkAccount } from './link-account.tsx';

/** A workspace without an Amazon account, and the way to link one. */
export function NoAccount({ workspaceId }: { workspaceId: number }) {
  const { t } = useTranslation();
  return (
    <section className={cardClass()}>
      <EmptyState
        action={<LinkAccount label={t('amazonAuth.none.link')} look="primary" workspaceId={workspaceId} />}
        icon={<UserRoundPlus size={20} />}
        title={t('amazonAuth.none.title')}
      >
        {t('amazonAuth.none.text')}
      </EmptyState>
    </section>
  );
}
