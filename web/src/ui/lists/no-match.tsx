import { SearchX } from 'lucide-react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { Button } from '../buttons/button.tsx';
import { EmptyState } from '../states/empty-state.tsx';

type NoMatchProps = { title: string; text: string; onClear: () => void };

export function NoMatch({ title, text, onClear }: NoMatchProps) {
  const { t } = useTranslation();
  return (
    <EmptyState
      action={
        <Button variant="secondary" onClick={onClear} size="small">
          {t('common.clearSearch')}
        </Button>
      }
      icon={<SearchX size={20} />}
      title={title}
    >
      {text}
    </EmptyState>
  );
}
