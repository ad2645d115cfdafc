import { useCheckParameter } from './check/use-check-parameter.ts';
import { MachinesRow } from './machines/machines-row.tsx';
import { WebhookSecret } from './snippets/webhook-secret.tsx';
import type { TriggersPageState } from './use-triggers-page.ts';

/** Everything that concerns all webhook URLs of the workspace. Also opens the check that the address asks for. */
export function WebhookParts({ workspaceId, page }: { workspaceId: number; page: TriggersPageState }) {
  useCheckParameter((id) => page.list.data?.some((trigger) => trigger.id === id) ?? false, page.check);
  return (
    <>
      <WebhookSecret workspaceId={workspaceId} />
      <MachinesRow page={page} />
    </>
  );
}
