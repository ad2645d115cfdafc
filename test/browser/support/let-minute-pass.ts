import { accessKey, connectingKey } from '#functions/data/keys.ts';

import { setAttributes } from '../../support/worlds/set-attributes.ts';
import { ago, inTable } from './in-table.ts';

/** A permission that came and ended before the present step of connecting Alexa, which has taken a minute. */
export const letMinutePass = (workspaceId: number): Promise<void> =>
  inTable(async (table) => {
    await setAttributes(table, accessKey({ workspaceId }), { grantedAt: ago(300), revokedAt: ago(300) });
    await setAttributes(table, connectingKey(workspaceId), { since: ago(61) });
  });

/** The token of the workspace has run out, so that the next call of Alexa renews it first. */
export const letTokenExpire = (workspaceId: number): Promise<void> =>
  inTable((table) => setAttributes(table, accessKey({ workspaceId }), { tokenExpiresAt: ago(1) }));
