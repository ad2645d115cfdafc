import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { refresh } from '#web/api/refresh.ts';
import { useSkillDialogOpen } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import type { Arrival } from './use-arrival.ts';

/** The content of the dialog over the page. */
export type ConnectionStage = 'active' | 'connecting' | 'reinstall' | 'oneStepLeft';

/** Decides which dialog to show between the redirect and the active skill. */
export function useConnection(arrival: Arrival | undefined, amazon: AmazonAuth | undefined) {
  const [closed, setClosed] = useState<Arrival>();
  const [connected, setConnected] = useState(false);
  const arrived = arrival?.kind === 'success' || arrival?.kind === 'reinstall' ? arrival : undefined;
  const stage = amazon && (arrived || connected) ? stageOf(amazon, arrived?.kind) : undefined;
  const open = connected || (arrived !== undefined && arrived !== closed);

  useRefreshOnReturn();
  useOnConnected(amazon, open && stage !== 'active', () => setConnected(true));

  return {
    stage,
    open,
    close: () => {
      setClosed(arrived);
      setConnected(false);
    },
  };
}

/** Undefined for a workspace without an account, e.g. after the user switched in another tab. */
function stageOf(amazon: AmazonAuth, kind: 'success' | 'reinstall' | undefined): ConnectionStage | undefined {
  if (amazon.skill === 'notLinked') return undefined;
  if (amazon.skill === 'active') return 'active';
  if (amazon.connecting) return 'connecting';
  return kind === 'reinstall' ? 'reinstall' : 'oneStepLeft';
}

/** The browser's Back button restores the page as it was left, while the connection attempt has continued. */
function useRefreshOnReturn(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const again = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void refresh(queries, ['/api/amazon-auth']);
    };
    window.addEventListener('pageshow', again);
    return () => window.removeEventListener('pageshow', again);
  }, [queries]);
}

/** Shows a toast when the skill becomes active while the user waits on this page. */
function useOnConnected(amazon: AmazonAuth | undefined, dialogWaits: boolean, then: () => void): void {
  const { t } = useTranslation();
  const told = useSkillDialogOpen();
  const waited = useRef(false);
  useEffect(() => {
    if (!amazon) return;
    const before = waited.current;
    waited.current = amazon.skill !== 'active' && (amazon.connecting !== undefined || dialogWaits);
    if (!before || amazon.skill !== 'active' || told) return;
    showToast({ title: t('skill.name'), description: t('amazonAuth.skillInstalled') });
    then();
  });
}
