import { useCheckParameter } from './check/use-check-parameter.ts';
import { MachinesRow } from './machines/machines-row.tsx';
import { WebhookSecret } from './snippets/webhook-secret.tsx';
import type { TriggersPageState } from './use-triggers-page.ts';

/** What concerns every address of the workspace, and what an address may ask for. */
export function WebhookParts({ workspaceId, page }: { workspaceId: number; page: TriggersPageState }) {
  useCheckParameter((id) => page.list.data?.some((trigger) => trigger.id === id) ?? false, page.check);
  return (
    <>
      <WebhookSecret workspaceId={workspaceId} />
      <MachinesRow page={page} />
    </>
  );
}
