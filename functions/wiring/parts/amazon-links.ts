import { createAmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import { createDeviceList } from '#functions/data/alexa/device-list.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';

import type { World } from '../world.ts';

/** The stores for linking and unlinking an Amazon account, and for asking what is linked. */
export const amazonLinks = ({ table, now, newId, report }: World) => ({
  workspaces: createWorkspaceStore(table, report),
  links: createAmazonLinkStore({ table, now, newId, report }),
  grants: createGrantStore(table, now, report),
  listDevices: createDeviceList(table, report),
});
