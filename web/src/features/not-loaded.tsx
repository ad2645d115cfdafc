import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { errorText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';

type Read = Pick<UseQueryResult, 'data' | 'error' | 'isFetched' | 'isFetching' | 'refetch'>;

/** Whether a read has ended without data; stays true while it is repeated. */
export const isMissing = ({ data, isFetched }: Pick<Read, 'data' | 'isFetched'>): boolean =>
  isFetched && data === undefined;

type NotLoadedProps = {
  /** All must be there; a read that waits for another comes after it. */
  of: readonly Read[];
  /** Repeated together with them when they are missing too. */
  along?: readonly Read[];
  title: string;
  children?: ReactNode;
};

/** Why data is missing, with a button that reads all of it again. */
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
