import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';

import { type Session, sessionsContract } from '#shared/contracts/sessions.ts';
import { ApiError } from '#web/api/api-error.ts';
import { forgetUser } from '#web/api/forget-user.ts';
import { mutationFor, queryFor } from '#web/api/query-for.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

const list = queryFor(sessionsContract.listSessions, {});

/** The sessions to end; `this` is the session of this browser. */
export type SessionEnding = { kind: 'one' | 'this'; session: Session } | { kind: 'others' | 'all' };

/** Sessions change elsewhere, so each visit refetches them. */
export const useSessions = () => useQuery({ ...list, staleTime: 0, meta: { callerShowsError: true } });

export const deviceName = (t: Translate, { browser, system }: Session): string =>
  browser && system
    ? t('account.sessions.on', { browser, system })
    : (browser ?? system ?? t('account.sessions.unknown'));

/** The dialog stays open and shows the error. */
export function useEnding(onDone: () => void) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const one = mutationFor(sessionsContract.endSession, { allow: 'all' });
  const several = mutationFor(sessionsContract.endSessions, { allow: 'all' });

  return useMutation({
    mutationKey: one.mutationKey,
    mutationFn: (ending: SessionEnding) =>
      'session' in ending
        ? one.mutationFn({ params: { id: ending.session.id } }).catch(unlessGone)
        : several.mutationFn({ query: { which: ending.kind } }),
    onSuccess: async (_, ending) => {
      onDone();
      if (ending.kind === 'this' || ending.kind === 'all') {
        forgetUser(queries);
        return navigate('/login');
      }
      await queries.invalidateQueries({ queryKey: list.queryKey });
      showToast({
        title:
          ending.kind === 'one'
            ? t('account.sessions.one.done', { device: deviceName(t, ending.session) })
            : t('account.sessions.others.done'),
      });
    },
  });
}

/** A 404 means that the session has already ended. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
