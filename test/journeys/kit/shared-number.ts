import { expect } from 'vitest';

import { beforePairing, numberOf, pair, type WhatsAppPage } from './number.ts';
import { subscribe } from './table.ts';
import { aGroup, lineAt } from './whatsapp-world.ts';

/** The owner, the second workspace's Amazon account, and a member of both groups. */
type People = { owner: string; friend: string; member: string };

/** Pairs a number in the workspace `own`, shares it with the other one, and adds a group to both. */
export async function sharedNumber(own: 'home' | 'beach', { owner, friend, member }: People) {
  const ana = await beforePairing(owner);
  const home = ana.trigger.workspaceId;
  const { id: beach } = await ana.addWorkspace('Beach');
  await subscribe(beach, 'active');
  await ana.linkAmazon({ as: friend, workspaceId: beach });
  const [holder, sharer] = own === 'home' ? [home, beach] : [beach, home];
  const place = async (workspaceId: number, name: string) => {
    const page = numberOf(ana, workspaceId);
    return { workspaceId, page, group: await aGroup(name, [owner, member]) };
  };
  const places = { holder: await place(holder, 'Family'), sharer: await place(sharer, 'Friends') };
  const { id } = await pair(places.holder.page, ana.phone);
  expect((await places.sharer.page.share(id)).status).toBe(200);
  for (const { page, group } of Object.values(places)) expect((await page.linkGroup(group)).status).toBe(201);
  const lineName = `zb-${id}-1`;
  return { ...ana, ...places, id, lineName, line: lineAt(lineName) };
}

export async function expectNoNumber(page: WhatsAppPage): Promise<void> {
  expect(await page.current()).toMatchObject({
    instance: { chipStatus: 'DISCONNECTED', phone: null, contactPicture: null, referencedInstanceId: null },
    referencedWorkspaceName: null,
  });
  expect(await page.groups()).toEqual([]);
}
