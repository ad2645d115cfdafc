import { ChevronLeft, ChevronRight } from 'lucide-react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { Button } from '../buttons/button.tsx';

type PaginationProps = { page: number; pages: number; onGo: (page: number) => void; name: string };

export function Pagination({ page, pages, onGo, name }: PaginationProps) {
  const { t } = useTranslation();
  if (pages <= 1) return null;
  return (
    <nav
      aria-label={name}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-border px-4 py-3 sm:px-6"
    >
      <p aria-live="polite" className="text-muted tabular-nums">
        {t('common.pageOf', { page, pages })}
      </p>
      <div className="ms-auto flex gap-2">
        <Button
          aria-disabled={page <= 1 || undefined}
          icon={<ChevronLeft aria-hidden size={16} />}
          variant="secondary"
          onClick={() => onGo(page - 1)}
          size="small"
        >
          {t('common.previous')}
        </Button>
        <Button
          aria-disabled={page >= pages || undefined}
          variant="secondary"
          onClick={() => onGo(page + 1)}
          size="small"
        >
          {t('common.next')}
          <ChevronRight aria-hidden size={16} />
        </Button>
      </div>
    </nav>
  );
}
