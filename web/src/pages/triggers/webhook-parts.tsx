import { MachinesRow } from './machines/machines-row.tsx';
import { WebhookSecret } from './snippets/webhook-secret.tsx';
import { useAddressParameter } from './use-address-parameter.ts';
import type { TriggersPageState } from './use-triggers-page.ts';

/** Everything that concerns all webhook URLs of the workspace. Also opens the check that the address asks for. */
export function WebhookParts({ workspaceId, page }: { workspaceId: number; page: TriggersPageState }) {
  useAddressParameter(
    ['check', 'by'],
    (id) => page.list.data?.some((trigger) => trigger.id === id) ?? false,
    (params) =>
      page.show({ kind: 'check', triggerId: params.get('check') ?? '', byClick: params.get('by') === 'click' }),
  );
  return (
    <>
      <WebhookSecret workspaceId={workspaceId} />
      <MachinesRow page={page} />
    </>
  );
}
