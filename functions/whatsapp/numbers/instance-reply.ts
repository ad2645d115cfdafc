import { contactNameMissing, type Instance } from '#shared/contracts/whatsapp.ts';
import { Refusal } from '#shared/refusals.ts';

import { readEffectiveNumber, type EffectiveNumberDeps } from '../lines/effective-number.ts';
import type { MyNumber } from './my-instance.ts';

/** A shared number has the data of the number that holds the line. */
export function instanceReply({ instance, root, chipStatus }: MyNumber): Instance {
  const { phone, contactName, contactPicture } = root?.instance ?? {};
  return {
    id: instance.id,
    workspaceId: instance.workspaceId,
    phone: phone === undefined ? null : `+${phone}`,
    contactName: contactName ?? contactNameMissing,
    contactPicture: contactPicture ?? null,
    chipStatus,
    referencedInstanceId: root && root.instance.id !== instance.id ? root.instance.id : null,
  };
}

export async function instanceNow(deps: EffectiveNumberDeps, workspaceId: number): Promise<Instance> {
  const number = await readEffectiveNumber(deps, workspaceId);
  if (!number?.instance) throw new Refusal('instance.notFound');
  return instanceReply({ ...number, instance: number.instance });
}
