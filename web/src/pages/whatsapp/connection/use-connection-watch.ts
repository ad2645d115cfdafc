import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';

import { type Instance, whatsappContract } from '#shared/contracts/whatsapp.ts';
import { ApiError } from '#web/api/api-error.ts';
import { client } from '#web/api/app-client.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { refresh } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { report, warn } from '#web/platform/report.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { instanceQuery } from '../use-instance.ts';

/**
 * Checks once per visit, and whenever the page becomes visible again, because another window may have connected the
 * number.
 */
export function useConnectionWatch(workspaceId: number, instance: Instance | null): void {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const checks = useRef(0);

  const check = useEffectEvent(async (isBack: boolean): Promise<void> => {
    const isNone = !instance || instance.chipStatus === 'DISCONNECTED';
    if (isNone && !isBack) return;
    // One check at a time; while the page was hidden, the first may have waited long.
    if ((checks.current += 1) > 1) return;
    try {
      if (isNone) await refresh(queries, ['/api/zapbox-instances/current', '/api/whatsapp-groups']);
      else if (instance.chipStatus !== 'CONNECTED') await refresh(queries, ['/api/zapbox-instances/current']);
      else if (await isGone(workspaceId, instance)) await discard(instance);
    } finally {
      const isWanted = checks.current > 1;
      checks.current = 0;
      if (isWanted) void check(true);
    }
  });

  async function discard({ id }: Instance): Promise<void> {
    const groupsDeleted = await notifyServer(workspaceId, id);
    await refresh(queries, [
      '/api/zapbox-instances/current',
      '/api/zapbox-instances/available',
      ...(groupsDeleted ? (['/api/whatsapp-groups'] as const) : []),
    ]);
    // The server checks again: if the number has reconnected, it was not lost.
    const known = queries.getQueryData(instanceQuery(workspaceId).queryKey)?.instance;
    if (known?.chipStatus === 'CONNECTED') return;
    showToast({ title: t('whatsapp.lost.title'), description: t('whatsapp.lost.text'), variant: 'destructive' });
  }

  useEffect(() => {
    const timer = setTimeout(() => void check(false), 0);
    const onVisible = () => {
      if (document.visibilityState === 'visible') void check(true);
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, []);
}

/** A failed reply counts as disconnected; a missing reply does not. */
async function isGone(workspaceId: number, { id }: Instance): Promise<boolean> {
  try {
    const input = { workspaceId, params: { id: String(id) } };
    return !(await client.call(whatsappContract.checkConnection, input, { allow: 'all' })).connected;
  } catch (error) {
    if (!(error instanceof ApiError) || error.problem === 'network' || isSessionOver(error)) return false;
    warn('connection not checked', error);
    return true;
  }
}

/** Returns whether the groups were deleted as well. */
async function notifyServer(workspaceId: number, id: number): Promise<boolean> {
  try {
    const input = { workspaceId, params: { id: String(id) } };
    return (await client.call(whatsappContract.updateDisconnectedStatus, input, { allow: 'all' })).groupsDeleted;
  } catch (error) {
    report('lost connection not put away', error);
    return false;
  }
}
