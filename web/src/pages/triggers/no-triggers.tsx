import { Link2, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';
import { cardClass } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';

export function NoTriggers({ linked, create }: { linked: boolean | undefined; create: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section className={cardClass()}>
      {linked === false ? (
        <EmptyState
          action={
            <Link className={buttonClass()} href="/amazon-auth">
              {t('triggers.empty.noAccountAction')}
            </Link>
          }
          icon={<Link2 size={20} />}
          title={t('triggers.empty.noAccountTitle')}
        >
          {t('triggers.empty.noAccountText')}
        </EmptyState>
      ) : (
        <EmptyState action={create} icon={<Zap size={20} />} title={t('triggers.empty.title')}>
          {t('triggers.empty.text')}
        </EmptyState>
      )}
    </section>
  );
}
