import * as z from 'zod/mini';

import { reading } from '../../kit-reading.ts';
import { json, redirect, wantsJson, type SandboxCall, type Reply, type SandboxRoute } from '../../kit.ts';
import { findPerson } from '../../world.ts';
import { again, changeMember, mayWrite, react, rename, say, notifyOfGroup } from '../chat.ts';
import { contactOf, groupJid } from '../contacts.ts';
import type { ChatGroup } from '../entities.ts';
import type { GatewayState } from '../gateway.ts';
import { chatPage, chooseChatPage } from '../pages/chat-page.ts';

const number = z.coerce.number().check(z.minimum(0));

const saySchema = z.object({
  as: z.string(),
  text: z.string().check(z.maxLength(10_000)),
  secondsAgo: z.optional(number),
  replyTo: z.optional(z.string()),
  media: z.optional(z.boolean()),
  id: z.optional(z.string()),
});
const reactSchema = z.object({ as: z.string(), message: z.string(), emoji: z.string() });
const againSchema = z.object({ message: z.string(), times: z._default(number, 1) });
const membersSchema = z.object({ add: z.optional(z.array(z.string())), remove: z.optional(z.array(z.string())) });
const changeSchema = z.object({ name: z.optional(z.string()), announce: z.optional(z.boolean()) });
const groupSchema = z.object({
  name: z.string().check(z.maxLength(100)),
  members: z.union([
    z.array(z.string()),
    z.pipe(
      z.string(),
      z.transform((keys) => keys.split(/[\s,]+/).filter(Boolean)),
    ),
  ]),
  admins: z.optional(z.array(z.string())),
  announce: z.optional(z.boolean()),
  parent: z.optional(z.boolean()),
});

export function chatRoutes(gateway: GatewayState): readonly SandboxRoute[] {
  const own = { kind: 'own' } as const;
  const { store } = gateway;
  const at = (
    path: string,
    handle: (call: SandboxCall, group: ChatGroup) => Reply | Promise<Reply>,
    method: SandboxRoute['method'] = 'GET',
  ): SandboxRoute => ({
    ...own,
    method,
    path: `/chat/:group${path}`,
    handle: (call) => {
      const group = store.groups.get(call.params['group'] ?? '');
      return group ? handle(call, group) : json(404, { error: `there is no group ${call.params['group'] ?? ''}` });
    },
  });
  return [
    { ...own, method: 'GET', path: '/chat', handle: () => chooseChatPage(store) },
    { ...own, method: 'POST', path: '/groups', handle: (call) => createGroup(gateway, call) },
    at('.json', (_, group) => json(200, shownChat(gateway, group))),
    at('/live', () => ({ status: 200, stream: (tell) => store.watch(() => tell('change', '{}')) })),
    at('', (call, group) => chatPage(store, group, call.query)),
    at('/say', (call, group) => sayInto(gateway, call, group), 'POST'),
    at('/react', (call, group) => reactIn(gateway, call, group), 'POST'),
    at('/again', (call, group) => deliverAgain(gateway, call, group), 'POST'),
    at('/members', (call, group) => changeMembers(gateway, call, group), 'POST'),
    at('/change', (call, group) => changeGroup(gateway, call, group), 'POST'),
  ];
}

/** Oldest message first. `line` is the session whose API sent it. */
function shownChat({ store }: GatewayState, group: ChatGroup): object {
  return {
    jid: groupJid(group.id),
    name: group.name,
    announce: group.announce,
    members: group.members.map((one) => ({ ...one, ...contactOf(store.world, one.person) })),
    messages: group.messages.map(({ session, at, ...one }) => ({
      ...one,
      at: new Date(at).toISOString(),
      name: store.phone(one.person).name,
      line: session ?? null,
    })),
  };
}

function answered(call: SandboxCall, group: ChatGroup, body: object): Reply {
  if (wantsJson(call)) return json(200, body);
  const as = new URLSearchParams(call.raw).get('as');
  return redirect(`${call.base}/chat/${group.id}${as === null ? '' : `?as=${as}`}`);
}

const unprocessable = (error: string): Reply => json(422, { error });

function sayInto(gateway: GatewayState, call: SandboxCall, group: ChatGroup): Reply | Promise<Reply> {
  return reading(saySchema, call, ({ as, replyTo, ...said }) => {
    if (!mayWrite(group, as)) return unprocessable(`${as} may not write in this group`);
    const message = say(gateway, group, { person: as, ...said, ...(replyTo && { replyTo }) });
    return answered(call, group, { message: message.id, at: new Date(message.at).toISOString() });
  });
}

function reactIn(gateway: GatewayState, call: SandboxCall, group: ChatGroup): Reply | Promise<Reply> {
  return reading(reactSchema, call, ({ as, message: id, emoji }) => {
    const message = group.messages.find((one) => one.id === id);
    if (!message) return unprocessable(`there is no message ${id}`);
    react(gateway, group, message, as, emoji);
    return answered(call, group, { message: id });
  });
}

function deliverAgain(gateway: GatewayState, call: SandboxCall, group: ChatGroup): Reply | Promise<Reply> {
  return reading(againSchema, call, ({ message: id, times }) => {
    const message = group.messages.find((one) => one.id === id);
    if (!message) return unprocessable(`there is no message ${id}`);
    for (let i = 0; i < times; i += 1) again(gateway, group, message);
    return answered(call, group, { message: id, times });
  });
}

function changeMembers(gateway: GatewayState, call: SandboxCall, group: ChatGroup): Reply | Promise<Reply> {
  return reading(membersSchema, call, ({ add = [], remove = [] }) => {
    const stranger = unknownIn(gateway, add);
    if (stranger !== undefined) return unprocessable(`nobody is called ${stranger}`);
    for (const person of add) changeMember(gateway, group, person, 'join');
    for (const person of remove) changeMember(gateway, group, person, 'leave');
    return answered(call, group, { members: group.members.map(({ person }) => person) });
  });
}

function changeGroup(gateway: GatewayState, call: SandboxCall, group: ChatGroup): Reply | Promise<Reply> {
  return reading(changeSchema, call, ({ name, announce }) => {
    if (announce !== undefined) group.announce = announce;
    if (name !== undefined) rename(gateway, group, name);
    else gateway.store.touched();
    return answered(call, group, { jid: groupJid(group.id), name: group.name });
  });
}

function createGroup(gateway: GatewayState, call: SandboxCall): Reply | Promise<Reply> {
  return reading(groupSchema, call, (asked) => {
    const stranger = unknownIn(gateway, asked.members);
    if (stranger !== undefined) return unprocessable(`nobody is called ${stranger}`);
    const group = gateway.store.addGroup(asked);
    notifyOfGroup(gateway, group);
    return answered(call, group, { jid: groupJid(group.id), id: group.id, name: group.name });
  });
}

const unknownIn = ({ store }: GatewayState, people: readonly string[]): string | undefined =>
  people.find((key) => findPerson(store.world.people, key)?.key !== key);
