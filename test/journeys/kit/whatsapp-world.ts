import { expect, inject } from 'vitest';
import * as z from 'zod/mini';

import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { defaultClients } from '../../sandboxes/world.ts';
import { soon } from './soon.ts';

const client = () => sandboxClient(inject('stack').sandboxUrl ?? '');

async function control(path: string, body: object): Promise<unknown> {
  const { status, text, body: answer } = await client().json(`/whatsapp/${path}`, body);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 300)}`);
  return answer;
}

const phone = z.object({
  phone: z.string(),
  linked: z.array(z.object({ name: z.string(), status: z.string() })),
  asking: z.array(z.object({ session: z.string(), code: z.string() })),
});
const signed = z.object({ assertion: z.record(z.string(), z.unknown()) });

export function phoneOf(person: string) {
  const act = (deed: string, body: object = {}) => control(`phone/${person}/${deed}`, body);
  const look = async () => z.parse(phone, (await client().get(`/whatsapp/phone/${person}.json`)).body);
  return {
    look,
    scan: (qr: string) => act('scan', { qr }),
    type: (code: string) => act('type', { code }),
    refuse: (qr: string) => act('refuse', { qr }),
    settings: (wanted: {
      demand?: 'nothing' | 'passkey' | 'passkeyAndCode' | 'passkeyIgnored';
      name?: string;
      picture?: string | null;
      slowSync?: boolean;
    }) => act('settings', wanted),
    sign: async (challenge: unknown) =>
      z.parse(signed, await act('sign', z.parse(z.looseObject({}), challenge))).assertion,
    remove: (line: string) => act('remove', { session: line }),
    crash: (line: string) => act('crash', { session: line }),
    lines: async (): Promise<string[]> => (await look()).linked.map(({ name }) => name),
  };
}

const chat = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      person: z.string(),
      text: z.string(),
      replyTo: z.optional(z.string()),
      line: z.nullable(z.string()),
      reactions: z.array(z.object({ person: z.string(), emoji: z.string() })),
    }),
  ),
});
const said = z.object({ message: z.string() });
const created = z.object({ id: z.string(), jid: z.string() });

export async function aGroup(
  name: string,
  members: readonly string[],
  more: { announce?: boolean; parent?: boolean } = {},
) {
  const { id, jid } = z.parse(created, await control('groups', { name, members, ...more }));
  const act = (deed: string, body: object) => control(`chat/${id}/${deed}`, body);
  const messages = async () => z.parse(chat, (await client().get(`/whatsapp/chat/${id}.json`)).body).messages;
  return {
    jid,
    name,
    /** Resolves to the message's id. */
    say: async (
      as: string,
      text: string,
      how: { secondsAgo?: number; replyTo?: string; media?: boolean } = {},
    ): Promise<string> => z.parse(said, await act('say', { as, text, ...how })).message,
    /** Delivers the message as a new event, as after a reconnect. */
    again: (message: string, times = 1) => act('again', { message, times }),
    rename: (to: string) => act('change', { name: to }),
    remove: (person: string) => act('members', { remove: [person] }),
    messages,
    /** The replies as texts, or ✅ for a reaction. */
    answers: async (): Promise<{ text: string; replyTo?: string | undefined }[]> =>
      (await messages()).flatMap(({ line, text, replyTo, ...message }) => {
        if (line !== null) return [{ text, replyTo }];
        return message.reactions.some(({ emoji }) => emoji === '✅') ? [{ text: '✅', replyTo: message.id }] : [];
      }),
  };
}
export type AGroup = Awaited<ReturnType<typeof aGroup>>;

const deliveries = z.object({
  deliveries: z.array(
    z.object({
      id: z.string(),
      event: z.string(),
      state: z.string(),
      attempts: z.array(z.union([z.number(), z.string()])),
    }),
  ),
});

export function lineAt(session: string) {
  const list = async () => {
    const { body } = await client().get(`/whatsapp/_deliveries?session=${session}`);
    return z.parse(deliveries, body).deliveries;
  };
  const order = (wanted: object) => control('_deliveries', { session, ...wanted });
  return {
    /** Newest first. */
    deliveries: list,
    order,
    /** Like an operator of the gateway. */
    stop: async (): Promise<void> => {
      const headers = { 'x-api-key': defaultClients.whatsapp.key };
      const { status } = await client().json(`/whatsapp/api/sessions/${session}/stop`, {}, headers);
      expect(status).toBe(201);
    },
    /** Waits until all events of the line were answered. */
    heard: async (): Promise<void> => {
      await expect.poll(async () => (await list()).filter(({ state }) => state === 'waiting'), soon).toEqual([]);
    },
    /** Lets codes change and expire, and retries happen. */
    pass: (seconds: number) => control('_advance', { seconds, session }),
    /** Cuts off the gateway, so that it neither answers nor sends, or cuts its connection to WhatsApp. */
    cut: (what: 'gateway' | 'whatsapp' | 'silent' | 'nothing') => control('_unreachable', { what, session }),
  };
}
