import { accessKey, connectingKey } from '#functions/data/keys.ts';

import { setAttributes } from '../../support/worlds/set-attributes.ts';
import { ago, inTable } from './in-table.ts';

/**
 * Makes the current step of connecting Alexa a minute old, with a permission that was granted and revoked before it.
 */
export const letMinutePass = (workspaceId: number): Promise<void> =>
  inTable(async (table) => {
    await setAttributes(table, accessKey({ workspaceId }), { grantedAt: ago(300), revokedAt: ago(300) });
    await setAttributes(table, connectingKey(workspaceId), { since: ago(61) });
  });

/** Expires the workspace's token, so that the next call to Alexa renews it first. */
export const letTokenExpire = (workspaceId: number): Promise<void> =>
  inTable((table) => setAttributes(table, accessKey({ workspaceId }), { tokenExpiresAt: ago(1) }));
