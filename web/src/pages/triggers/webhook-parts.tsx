import { lazy } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';

import { MachinesRow } from './machines/machines-row.tsx';
import { WebhookSecret } from './snippets/webhook-secret.tsx';
import { useAddressParameter } from './use-address-parameter.ts';
import type { TriggersPageState } from './use-triggers-page.ts';

const KeysRow = lazy(async () => ({ default: (await import('./access/keys-row.tsx')).KeysRow }));

type WebhookPartsProps = { page: TriggersPageState; workspaceId: number; triggers: readonly Trigger[] };

/**
 * Everything that concerns all webhook URLs of the workspace. Also opens the check or the access keys that the address
 * asks for.
 */
export function WebhookParts({ page, workspaceId, triggers }: WebhookPartsProps) {
  const showKeys = (first?: string) => page.show({ kind: 'accessKeys', workspaceId, first });
  useAddressParameter(
    ['check', 'by'],
    (id) => triggers.some((trigger) => trigger.id === id),
    (params) =>
      page.show({ kind: 'check', triggerId: params.get('check') ?? '', byClick: params.get('by') === 'click' }),
  );
  useAddressParameter(
    ['access'],
    () => true,
    (params) => showKeys(params.get('access') ?? undefined),
  );
  if (triggers.length === 0) return <KeysRow onShow={() => showKeys()} workspaceId={workspaceId} />;
  return (
    <>
      <WebhookSecret workspaceId={workspaceId} />
      <MachinesRow page={page} />
    </>
  );
}
