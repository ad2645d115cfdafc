import { randomUUID } from 'node:crypto';

import { createAmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import { createDeviceList } from '#functions/data/alexa/device-list.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';

import { now, realTable, reportUnreadable as report } from './process.ts';

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
