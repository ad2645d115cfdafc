import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import { holdsGroups } from '#shared/rules/chip-status.ts';

import { lineAt, type GatewayDeps } from '../lines/line-at-gateway.ts';
import { myInstance, type InstanceRequest, type MyInstanceDeps } from './my-instance.ts';

type PictureDeps = MyInstanceDeps & GatewayDeps & { instances: Pick<InstanceStore, 'savePicture'>; now: () => Date };

/** The page waits ten seconds. */
const askMs = 9_000;
/** Picture addresses expire. */
const dayMs = 86_400_000;

/** Asks the gateway at most once a day. Returns null after a failure and for any other phone number. */
export async function profilePicture(
  deps: PictureDeps,
  request: InstanceRequest,
  asked: string,
): Promise<{ picture: string | null }> {
  const { root } = await myInstance(deps, request);
  if (!root || !holdsGroups(root.instance.chipStatus)) return { picture: null };
  const { phone, contactPicture, pictureAt } = root.instance;
  if (phone === undefined || asked.replaceAll(/\D/g, '') !== phone) return { picture: null };
  const at = deps.now().getTime();
  if (contactPicture !== undefined && pictureAt !== undefined && at - pictureAt < dayMs) {
    return { picture: contactPicture };
  }
  const { gateway, ref } = lineAt(deps, root.instance);
  const picture = await gateway.profilePicture(ref, phone, { timeoutMs: askMs });
  // The gateway also returns null after a failure.
  if (picture !== null) await deps.instances.savePicture(root.instance, picture, at);
  return { picture: picture ?? contactPicture ?? null };
}
