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
  /** Renames of the same thing go one after another. */
  scope: { id: string };
  /** Writes the new name wherever it is shown. */
  onMutate: (wish: Wish) => void;
  onSuccess?: (reply: Reply, wish: Wish) => void;
  /** Writes the name before it again. */
  takeBack: (wish: Wish) => void;
  /** What is asked for again, whatever came of it. */
  sets: readonly DataSet[];
  texts: { done: string; failed: string };
  onClose: () => void;
};

/**
 * A rename that shows at once. Its form is `away` while the server is asked, and comes back where the name is refused,
 * which the form then says; every other failure closes it and is said in a toast.
 */
export function useRenaming<Wish, Reply>({ takeBack, sets, texts, onClose, ...rest }: Renaming<Wish, Reply>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [away, setAway] = useState(false);
  const here = useHere();
  const { mutateAsync } = useMutation({
    ...rest,
    // The new name shows already: nobody has to wait.
    meta: { quiet: true },
    onSuccess: (reply, wish) => {
      rest.onSuccess?.(reply, wish);
      showToast({ title: texts.done });
    },
    onError: (error, wish) => {
      takeBack(wish);
      // A form that another dialog has taken the place of cannot say it.
      if (isSessionOver(error) || (here.current && refusedName(error))) return;
      showToast({ title: texts.failed, description: errorText(t, error), variant: 'destructive' });
    },
    onSettled: async () => {
      // What comes back while another rename is on its way would show the name before it.
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

/** Whether the caller is still on the screen. */
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
