import { useCheckParameter } from './check/use-check-parameter.ts';
import { MachinesRow } from './machines/machines-row.tsx';
import { WebhookSecret } from './snippets/webhook-secret.tsx';
import type { TriggersPageState } from './use-triggers-page.ts';

/** Everything that concerns all webhook URLs of the workspace. Also opens the check that the address asks for. */
export function WebhookParts({ workspaceId, page }: { workspaceId: number; page: TriggersPageState }) {
  useCheckParameter(page.list.data, ({ id }, byClick) => page.show({ kind: 'check', triggerId: id, byClick }));
  return (
    <>
      <WebhookSecret workspaceId={workspaceId} />
      <MachinesRow page={page} />
    </>
  );
}
