import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { errorText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';

type Read = Pick<UseQueryResult, 'data' | 'error' | 'isFetched' | 'isFetching' | 'refetch'>;

/** Whether a read was answered, but never with what it asks for; stays so while it is asked for again. */
export const isMissing = ({ data, isFetched }: Pick<Read, 'data' | 'isFetched'>): boolean =>
  isFetched && data === undefined;

type NotLoadedProps = {
  /** What has to be there; a read that waits for another one comes after it. */
  of: readonly Read[];
  /** What is asked again with it, where it is missing too and would be said next. */
  along?: readonly Read[];
  title: string;
  /** What stands here as long as nothing is missing. */
  children?: ReactNode;
};

/** Why something that a page needs is missing, with a button that asks for all of it again. */
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
