import { createAmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import { createDeviceList } from '#functions/data/alexa/device-list.ts';
import { createGrantStore } from '#functions/data/alexa/grant-store.ts';
import { createMovedAccountStore } from '#functions/data/alexa/moved-account-store.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';

import type { World } from '../world.ts';

export const amazonLinks = ({ table, now, newId, report }: World) => ({
  workspaces: createWorkspaceStore(table, report),
  links: createAmazonLinkStore({ table, now, newId, report }),
  grants: createGrantStore(table, now, report),
  moved: createMovedAccountStore({ table, now, newId, report }),
  listDevices: createDeviceList(table, report),
});
