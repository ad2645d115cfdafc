import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { errorText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';

type Read = Pick<UseQueryResult, 'data' | 'error' | 'isFetched' | 'isFetching' | 'refetch'>;

/** Returns whether a read has ended without data. Stays true while it is retried. */
export const isMissing = ({ data, isFetched }: Pick<Read, 'data' | 'isFetched'>): boolean =>
  isFetched && data === undefined;

type NotLoadedProps = {
  /** Reads that are all required. List a read after the one that it waits for. */
  of: readonly Read[];
  /** Further reads to retry together with them if they are missing. */
  along?: readonly Read[];
  title: string;
  children?: ReactNode;
};

/** Shows why data is missing, with a button that retries all missing reads. */
export function NotLoaded({ of, along = [], title, children }: NotLoadedProps) {
  const { t } = useTranslation();
  const missing = of.filter(isMissing);
  if (missing.length === 0) return children;
  const error = missing.find((read) => read.error)?.error;
  return (
    <LoadFailed
      busy={missing.some(({ isFetching }) => isFetching)}
      retry={() => {
        for (const { refetch } of [...missing, ...along.filter(isMissing)]) void refetch();
      }}
      text={error ? errorText(t, error) : t('common.loading')}
      title={title}
    />
  );
}
