import { randomUUID } from 'node:crypto';

import { createAmazonLinkStore } from '#functions/data/amazon-link-store.ts';
import { createDeviceList } from '#functions/data/device-list.ts';
import { createGrantStore } from '#functions/data/grant-store.ts';
import { createWorkspaceStore } from '#functions/data/workspace-store.ts';
import { now, realTable, reportUnreadable as report } from '#functions/platform/deps.ts';

/** Everything real for linking and unlinking an Amazon account, and for whoever asks what is linked. */
export function realLinks() {
  const table = realTable();
  return {
    workspaces: createWorkspaceStore(table, report),
    links: createAmazonLinkStore({ table, now, newId: randomUUID, report }),
    grants: createGrantStore(table, now, report),
    listDevices: createDeviceList(table, report),
  };
}
