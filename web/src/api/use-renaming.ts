import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { errorText } from './error-text.ts';
import { isSessionOver } from './is-session-over.ts';
import { type DataSet, refresh } from './refresh.ts';
import { refusedName } from './refused-name.ts';

type Renaming<Wish, Reply> = {
  mutationKey: readonly [string, string];
  mutationFn: (wish: Wish) => Promise<Reply>;
  scope: { id: string };
  onMutate: (wish: Wish) => void;
  onSuccess?: (reply: Reply, wish: Wish) => void;
  takeBack: (wish: Wish) => void;
  sets: readonly DataSet[];
  texts: { done: string; failed: string };
  onClose: () => void;
};

/**
 * An optimistic rename. Its form is `away` while the server is asked and comes back when the name is refused; every
 * other failure closes the form and shows a toast.
 */
export function useRenaming<Wish, Reply>({ takeBack, sets, texts, onClose, ...rest }: Renaming<Wish, Reply>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [away, setAway] = useState(false);
  const here = useHere();
  const { mutateAsync } = useMutation({
    ...rest,
    meta: { quiet: true },
    onSuccess: (reply, wish) => {
      rest.onSuccess?.(reply, wish);
      showToast({ title: texts.done });
    },
    onError: (error, wish) => {
      takeBack(wish);
      // A form that another dialog has replaced cannot show it.
      if (isSessionOver(error) || (here.current && refusedName(error))) return;
      showToast({ title: texts.failed, description: errorText(t, error), variant: 'destructive' });
    },
    onSettled: async () => {
      // An answer that arrives during another rename would bring the old name back.
      if (queries.isMutating({ mutationKey: rest.mutationKey }) === 1) await refresh(queries, sets);
    },
  });
  const rename = async (wish: Wish) => {
    setAway(true);
    try {
      await mutateAsync(wish);
      onClose();
    } catch (error) {
      if (refusedName(error)) setAway(false);
      else onClose();
      throw error;
    }
  };
  return { away, rename };
}

function useHere() {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}
