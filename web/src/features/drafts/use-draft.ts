import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

/** That of the form, and what the form is about. */
export type DraftName = readonly [form: string, of?: string | number];

/**
 * What was typed into a form that was closed without saving or cancelling. In memory, among the data of the person, so
 * that it goes with them.
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

/** State of a form that is there again when its dialog opens anew, until `discard`. */
export function useDraft<T>(name: DraftName, first: () => T) {
  const { kept, keep, discard } = useKept<T>(name);
  const [value, setValue] = useState<T>(() => kept() ?? first());
  const change = (next: T): void => {
    keep(next);
    setValue(next);
  };
  return [value, change, discard] as const;
}
