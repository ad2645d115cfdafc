import { type Dispatch, lazy, type ReactNode, type SetStateAction, Suspense } from 'react';
import { useLocation } from 'wouter';

import type { ReplyOf } from '#shared/contracts/endpoint.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import type { workspacesContract } from '#shared/contracts/workspaces.ts';
import { webhookAddress } from '#shared/rules/webhook-address.ts';
import { loadConfig } from '#web/api/load-config.ts';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';
import { useLingering } from '#web/ui/use-presence.ts';

import type { OnCopyRefused, Overlay } from './overlay.ts';
import { useHistoryParameter } from './runs/use-history-parameter.ts';
import { TriggerList } from './trigger-list.tsx';
import { useTriggerChanges } from './use-trigger-changes.ts';

const TriggerOverlays = lazy(() =>
  import('./trigger-overlays.tsx').then((module) => ({ default: module.TriggerOverlays })),
);
const WebhookSecret = lazy(() =>
  import('./snippets/webhook-secret.tsx').then((module) => ({ default: module.WebhookSecret })),
);
const RunHistory = lazy(() => import('./runs/run-history.tsx').then((module) => ({ default: module.RunHistory })));

type TriggersContentProps = {
  workspace: ReplyOf<typeof workspacesContract.currentWorkspace>;
  triggers: readonly Trigger[];
  linked: boolean | undefined;
  /** The button that creates one, for the empty list. */
  create: ReactNode;
  skillActive: boolean;
  overlay: Overlay | undefined;
  show: Dispatch<SetStateAction<Overlay | undefined>>;
  onRefresh: () => void;
  refreshing: boolean;
};

/** The list, what lies over it, and the secret of its addresses. */
export function TriggersContent({ workspace, triggers, overlay, show, ...rest }: TriggersContentProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const history = useHistoryParameter();
  const dialog = useLingering(overlay);
  const drawer = useLingering(history.of);
  const changes = useTriggerChanges(workspace.id, {
    reconnect: () => navigate('/amazon-auth'),
    activateSkill: openSkillDialog,
  });
  const addressOf = async (trigger: Trigger) =>
    webhookAddress((await loadConfig()).webhookUrl, trigger, workspace.workspaceToken);
  const onCopyRefused: OnCopyRefused = (refused) => {
    const description = t(`triggers.copy.${refused.what}Title`);
    showToast({ title: t('errors.generic'), description, variant: 'destructive' });
    show({ kind: 'copyRefused', ...refused });
  };
  const factsOf = (trigger: Trigger | undefined) => ({
    workspaceId: workspace.id,
    skillActive: rest.skillActive,
    switchOn: trigger && !trigger.enabled ? () => changes.switchOnOff(trigger, true) : undefined,
    switching: changes.switching !== undefined,
  });

  return (
    <>
      <TriggerList
        addressOf={addressOf}
        create={rest.create}
        linked={rest.linked}
        onCopyRefused={onCopyRefused}
        onDelete={(trigger) => show({ kind: 'delete', trigger })}
        onHistory={(trigger) => history.open(trigger.id)}
        onRefresh={rest.onRefresh}
        onRename={(trigger) => show({ kind: 'rename', trigger })}
        onResync={changes.resync}
        onRun={changes.run}
        onSwitch={changes.switchOnOff}
        refreshing={rest.refreshing}
        resyncing={changes.resyncing}
        running={changes.running}
        switching={changes.switching}
        triggers={triggers}
      />
      <Suspense>{triggers.length > 0 && <WebhookSecret workspaceId={workspace.id} />}</Suspense>
      <Suspense>
        {dialog && (
          <TriggerOverlays
            addressOf={addressOf}
            changes={changes}
            key={dialog.turn}
            // A late answer closes only its own dialog.
            onClose={() => show((now) => (now === dialog.value ? undefined : now))}
            onCopyRefused={onCopyRefused}
            open={dialog.open}
            overlay={dialog.value}
            skillActive={rest.skillActive}
          />
        )}
        {drawer && (
          <RunHistory
            facts={factsOf(triggers.find(({ id }) => id === drawer.value))}
            filter={history.filter}
            name={triggers.find(({ id }) => id === drawer.value)?.name}
            onClose={history.close}
            onFilter={history.narrow}
            open={drawer.open}
            triggerId={drawer.value}
          />
        )}
      </Suspense>
    </>
  );
}
