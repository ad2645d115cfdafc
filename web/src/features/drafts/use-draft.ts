import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

/** The form's name and the id of the edited item. */
export type DraftName = readonly [form: string, of?: string | number];

/**
 * Keeps the values of a form that was closed without saving or cancelling. They are in the query cache with the user's
 * other data, so that signing out drops them.
 */
export function useKept<T>(name: DraftName) {
  const queries = useQueryClient();
  const [queryKey] = useState(() => ['draft', ...name]);
  return useMemo(() => {
    queries.setQueryDefaults(['draft'], { gcTime: Infinity });
    return {
      kept: () => queries.getQueryData<T>(queryKey),
      keep: (draft: T) => void queries.setQueryData<T>(queryKey, draft),
      discard: () => queries.removeQueries({ queryKey }),
    };
  }, [queries, queryKey]);
}

/** Like `useState`, but restores the value when the dialog reopens, until `discard`. */
export function useDraft<T>(name: DraftName, first: () => T) {
  const { kept, keep, discard } = useKept<T>(name);
  const [value, setValue] = useState<T>(() => kept() ?? first());
  const change = (next: T): void => {
    keep(next);
    setValue(next);
  };
  return [value, change, discard] as const;
}
