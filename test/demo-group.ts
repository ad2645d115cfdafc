import * as z from 'zod/mini';

import { step, parsedReply, until } from './demo-steps.ts';
import { family, isRunning, linkGroup, pairPhone, sayInGroup, subscribe, type At } from './local/seed/whatsapp.ts';
import { sandboxClient } from './sandboxes/sandbox-client.ts';

const currentOf = z.object({
  instance: z.nullable(z.object({ id: z.number(), chipStatus: z.string() })),
});
const groupsOf = z.array(z.object({ id: z.number(), jid: z.string() }));
const chatOf = z.object({
  messages: z.array(
    z.object({
      text: z.string(),
      line: z.nullable(z.string()),
      reactions: z.array(z.object({ emoji: z.string() })),
    }),
  ),
});

/**
 * Carla fires a trigger from the family's group and reads the reply. Everything linked for this is unlinked afterwards.
 */
export async function commandInGroup(at: At, wish: string): Promise<void> {
  const end = await listenToFamily(at);
  const answers = async (): Promise<string[]> => {
    const { body } = await sandboxClient(at.place.sandboxUrl).get(`/whatsapp/chat/${family.id}.json`);
    return chatOf
      .parse(body)
      .messages.flatMap(({ text, line, reactions }) => [
        ...reactions.map(({ emoji }) => `on the message: ${emoji}`),
        ...(line === null ? [] : [`the group read: ${text}`]),
      ]);
  };
  const before = (await answers()).length;
  await step(`Carla typed it in the WhatsApp group "${family.name}"`, () =>
    sayInGroup(at.place, family.id, { as: 'carla', text: wish.toLowerCase() }),
  );
  await until('the group gets an answer', async () => (await answers()).length > before);
  console.log(`           ${(await answers()).at(-1)}`);
  await end();
}

/** Creates what is missing: subscription, paired phone, linked group. Returns a function that undoes it. */
async function listenToFamily(at: At): Promise<() => Promise<void>> {
  const { browser, workspaceId } = at;
  const headers = { 'x-workspace-id': String(workspaceId) };
  const get = (path: string) => browser.get(path, headers);
  const remove = async (path: string): Promise<void> =>
    void parsedReply(z.unknown(), await browser.send('DELETE', path, undefined, headers));
  const { status } = parsedReply(z.object({ status: z.string() }), await get(`/api/subscription/${workspaceId}`));
  if (!isRunning(status)) await step('subscribed with a test card', () => subscribe(at));

  const { instance } = parsedReply(currentOf, await get('/api/zapbox-instances/current'));
  const isPaired = instance?.chipStatus === 'CONNECTED';
  const id = isPaired ? instance.id : await step("paired Ana's phone by QR code", () => pairPhone(at, 'ana'));
  const linked = parsedReply(groupsOf, await get('/api/whatsapp-groups'));
  if (linked.some(({ jid }) => jid.startsWith(family.id))) return async () => {};
  const groupId = await step(`linked the group "${family.name}"`, () => linkGroup(at, id, family.name));
  return () => remove(isPaired ? `/api/whatsapp-groups/${groupId}` : `/api/zapbox-instances/${id}/unlink`);
}
