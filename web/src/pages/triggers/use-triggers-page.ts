import { useState } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { webhookAddress } from '#shared/rules/webhook-address.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { useCurrentWorkspace, useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { useTriggers } from '#web/api/use-triggers.ts';
import { usePollInterval } from '#web/features/runs/use-poll-interval.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { useOpenCheck } from './check/use-open-check.ts';
import { useHistoryParameter } from './runs/use-history-parameter.ts';
import { useTriggerChanges } from './use-trigger-changes.ts';

type RefusedCopy = { what: 'address' | 'snippet'; text: string };

/** The run history is not listed, because the address decides whether it is open. */
export type TriggerOverlay =
  | { kind: 'create' }
  | { kind: 'rename'; trigger: Trigger }
  | { kind: 'delete'; trigger: Trigger }
  /** By id, because the dialog shows the latest version from the list. */
  | { kind: 'access' | 'conditions' | 'receipt' | 'schedule' | 'stopReceipt'; triggerId: string }
  /** All access keys of the workspace, starting with the one of the id `first`. */
  | { kind: 'accessKeys'; workspaceId: number; first?: string | undefined }
  | { kind: 'check'; triggerId: string; byClick?: boolean | undefined }
  | ({ kind: 'copyRefused' } & RefusedCopy);

export function useTriggersPage() {
  const { t } = useTranslation();
  const current = useCurrentWorkspace();
  const account = useAmazonAuth();
  const workspaceId = useCurrentWorkspaceId();
  const list = useTriggers(workspaceId, { refetchInterval: usePollInterval('answersAndDevices') });
  const [overlay, show] = useState<TriggerOverlay>();
  const [refreshing, setRefreshing] = useState(false);
  const workspace = current.data;
  const amazon = account.data;
  const check = useOpenCheck(workspaceId, ({ id }, byClick) => show({ kind: 'check', triggerId: id, byClick }));

  return {
    workspaceId,
    current,
    account,
    list,
    linked: amazon && amazon.skill !== 'notLinked',
    skillActive: amazon?.skill === 'active',
    changes: useTriggerChanges(workspace?.id, check),
    check,
    history: useHistoryParameter(),
    overlay,
    show,
    refreshing,
    // Polling fails silently, so a manual refresh shows its failure itself.
    refresh: async () => {
      setRefreshing(true);
      const { error } = await list.refetch();
      setRefreshing(false);
      if (error && !isSessionOver(error))
        showToast({ title: t('errors.title'), description: errorText(t, error), variant: 'destructive' });
    },
    addressOf: async (trigger: Trigger) => {
      if (!workspace) throw new Error('a trigger without a workspace');
      const { loadConfig } = await import('#web/api/load-config.ts');
      return webhookAddress((await loadConfig()).webhookUrl, trigger, workspace.workspaceToken);
    },
    onCopyRefused: (refused: RefusedCopy) => {
      const description = t(`triggers.copy.${refused.what}Title`);
      showToast({ title: t('errors.generic'), description, variant: 'destructive' });
      show({ kind: 'copyRefused', ...refused });
    },
  };
}

export type TriggersPageState = ReturnType<typeof useTriggersPage>;
