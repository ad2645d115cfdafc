import { MessageCircle, Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { cardClass } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

type NoGroupsProps = {
  /** Focuses the button. */
  isNextStep: boolean;
  onSelect: () => void;
};

export function NoGroups({ isNextStep, onSelect }: NoGroupsProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNextStep) button.current?.focus();
  }, [isNextStep]);
  return (
    <section className={cardClass()}>
      <EmptyState
        action={
          <Button icon={<Plus aria-hidden size={16} />} onClick={onSelect} ref={button}>
            {t('whatsapp.groups.select')}
          </Button>
        }
        icon={<MessageCircle size={20} />}
        title={t('whatsapp.groups.emptyTitle')}
      >
        {t('whatsapp.groups.emptyText')}
      </EmptyState>
    </section>
  );
}

export function GroupListSkeleton() {
  return (
    <section className={cardClass()}>
      <div className="px-4 pt-5 pb-4 sm:px-6">
        <Skeleton className="h-5 w-32" />
      </div>
      <GroupRowsSkeleton />
    </section>
  );
}

export function GroupRowsSkeleton() {
  return (
    <div className="divide-y divide-border border-t border-border">
      {['a', 'b', 'c'].map((row) => (
        <div className="px-4 py-4 sm:px-6" key={row}>
          <Skeleton className="h-4 w-40" />
        </div>
      ))}
    </div>
  );
}
