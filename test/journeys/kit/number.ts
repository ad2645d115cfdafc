import { expect } from 'vitest';

import { whatsappContract, type Instance } from '#shared/contracts/whatsapp.ts';

import type { Answered } from '../../local/browser-like.ts';
import { parsedReply } from './answers.ts';
import { settled, type JourneyPerson } from './person.ts';
import { soon } from './soon.ts';
import { subscribe } from './table.ts';
import { aGroup, lineAt, phoneOf, type AGroup } from './whatsapp-world.ts';

export function numberOf({ get, send }: Pick<JourneyPerson, 'get' | 'send'>, workspaceId: number) {
  const at = { 'x-workspace-id': String(workspaceId) };
  const path = (id: number, what: string): string => `/api/zapbox-instances/${id}/${what}`;
  const connect = (body: object = {}): Promise<Answered> => send('POST', '/api/zapbox-instances/connect', body, at);
  const logged = async (id: number) =>
    parsedReply(whatsappContract.instanceLogged.reply, await get(path(id, 'logged'), at));
  const qrCode = async (id: number): Promise<string> =>
    parsedReply(whatsappContract.instanceQrCode.reply, await get(path(id, 'qrcode'), at)).qrcode;
  const current = async () =>
    parsedReply(whatsappContract.currentInstance.reply, await get('/api/zapbox-instances/current', at));
  return {
    connect,
    begin: async (): Promise<Instance> => parsedReply(whatsappContract.connectInstance.reply, await connect()),
    share: (referenceInstanceId: number): Promise<Answered> => connect({ referenceInstanceId }),
    qrCode,
    logged,
    current,
    chipStatus: async () => (await current()).instance?.chipStatus,
    check: async (id: number): Promise<boolean> =>
      parsedReply(whatsappContract.checkConnection.reply, await get(path(id, 'check-connection'), at)).connected,
    /** Reports a loss, as the page does after a failed check. Returns whether groups were removed. */
    reportLoss: async (id: number): Promise<boolean> =>
      parsedReply(
        whatsappContract.updateDisconnectedStatus.reply,
        await send('POST', path(id, 'update-disconnected-status'), undefined, at),
      ).groupsDeleted,
    unlink: (id: number): Promise<Answered> => send('DELETE', path(id, 'unlink'), undefined, at),
    picture: async (id: number, phone: string): Promise<string | null> =>
      parsedReply(
        whatsappContract.profilePicture.reply,
        await get(`${path(id, 'profile-picture')}?phone=${encodeURIComponent(phone)}`, at),
      ).picture,
    choices: async (id: number) =>
      parsedReply(whatsappContract.groupsOfInstance.reply, await get(path(id, 'groups'), at)),
    available: async () =>
      parsedReply(whatsappContract.availableInstances.reply, await get('/api/zapbox-instances/available', at)),
    pairingCode: (id: number, phone: string): Promise<Answered> =>
      send('POST', path(id, 'pairing-code'), { phone }, at),
    passkey: async (id: number) => parsedReply(whatsappContract.readPasskey.reply, await get(path(id, 'passkey'), at)),
    answerPasskey: (id: number, assertion: object): Promise<Answered> =>
      send('POST', path(id, 'passkey'), { assertion }, at),
    confirmPasskey: (id: number): Promise<Answered> => send('POST', path(id, 'passkey/confirm'), undefined, at),
    groups: async () => parsedReply(whatsappContract.listGroups.reply, await get('/api/whatsapp-groups', at)),
    groupNames: async (): Promise<string[]> =>
      parsedReply(whatsappContract.listGroups.reply, await get('/api/whatsapp-groups', at)).map(({ name }) => name),
    linkGroup: ({ jid, name }: Pick<AGroup, 'jid' | 'name'>): Promise<Answered> =>
      send('POST', '/api/whatsapp-groups', { jid, name, workspaceId, userId: 'ignored' }, at),
    unlinkGroup: (id: number): Promise<Answered> => send('DELETE', `/api/whatsapp-groups/${id}`, undefined, at),
  };
}
export type WhatsAppPage = ReturnType<typeof numberOf>;

/** A user with a linked home and a trial, on the WhatsApp page of the default workspace. */
export async function beforePairing(name: string) {
  const person = await settled(name);
  const { workspaceId } = person.trigger;
  await subscribe(workspaceId, 'trialing');
  return { ...person, page: numberOf(person, workspaceId), phone: phoneOf(name) };
}

/** Waits until phone and product show the connection. */
export async function pair(page: WhatsAppPage, phone: ReturnType<typeof phoneOf>): Promise<Instance> {
  const { id } = await page.begin();
  await phone.scan(await page.qrCode(id));
  await expect.poll(async () => (await page.logged(id)).logged, soon).toBe(true);
  const { instance } = await page.current();
  if (!instance) throw new Error('the workspace has no number after pairing');
  return instance;
}

/** A paired number in a linked group with two others. */
export async function withGroup(name: string, others: readonly string[]) {
  const one = await beforePairing(name);
  const instance = await pair(one.page, one.phone);
  const [lineName = ''] = await one.phone.lines();
  const group = await aGroup(`Family of ${name}`, [name, ...others]);
  const linked = await one.page.linkGroup(group);
  if (linked.status !== 201) throw new Error(`the group was not linked: ${linked.text}`);
  return { ...one, instance, group, lineName, line: lineAt(lineName) };
}
