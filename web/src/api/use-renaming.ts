import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { errorText } from './error-text.ts';
import { isSessionOver } from './is-session-over.ts';
import { type DataSet, refresh } from './refresh.ts';
import { refusedNameKey } from './refused-name.ts';

type Renaming<Input, Reply> = {
  mutationKey: readonly [string, string];
  mutationFn: (input: Input) => Promise<Reply>;
  scope: { id: string };
  onMutate: (input: Input) => void;
  onSuccess?: (reply: Reply, input: Input) => void;
  revert: (input: Input) => void;
  dataSets: readonly DataSet[];
  texts: { done: string; failed: string };
  onClose: () => void;
};

/** Hides the form (`away`) during the request, and shows it again only if the server refuses the name. */
export function useRenaming<Input, Reply>({ revert, dataSets, texts, onClose, ...rest }: Renaming<Input, Reply>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [away, setAway] = useState(false);
  const mounted = useIsMounted();
  const { mutateAsync } = useMutation({
    ...rest,
    meta: { quiet: true },
    onSuccess: (reply, input) => {
      rest.onSuccess?.(reply, input);
      showToast({ title: texts.done });
    },
    onError: (error, input) => {
      revert(input);
      // If another dialog has replaced the form, only a toast can show the error.
      if (isSessionOver(error) || (mounted.current && refusedNameKey(error))) return;
      showToast({ title: texts.failed, description: errorText(t, error), variant: 'destructive' });
    },
    onSettled: async () => {
      // A reply that arrives during another rename would restore the old name.
      if (queries.isMutating({ mutationKey: rest.mutationKey }) === 1) await refresh(queries, dataSets);
    },
  });
  const rename = async (input: Input) => {
    setAway(true);
    try {
      await mutateAsync(input);
      onClose();
    } catch (error) {
      if (refusedNameKey(error)) setAway(false);
      else onClose();
      throw error;
    }
  };
  return { away, rename };
}

function useIsMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
