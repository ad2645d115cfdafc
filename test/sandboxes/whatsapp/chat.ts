import { contactOf, groupJid, newMessageId } from './contacts.ts';
import { emit, isListening } from './emit.ts';
import type { ChatGroup, Message, Session } from './entities.ts';
import type { GatewayState } from './gateway.ts';
import { handOver, serializedId } from './message-event.ts';
import { isMember } from './store.ts';

export type NewMessage = {
  person: string;
  text: string;
  /** The message was written this long ago but arrives now. */
  secondsAgo?: number | undefined;
  media?: boolean | undefined;
  replyTo?: string | undefined;
  /** The line whose API sends the message, and the id that its caller chose. */
  session?: string | undefined;
  id?: string | undefined;
};

export function say(gateway: GatewayState, group: ChatGroup, said: NewMessage): Message {
  const { store } = gateway;
  const message = store.addMessage(group, {
    id: said.id ?? newMessageId(said.session === undefined ? 'phone' : 'api'),
    person: said.person,
    text: said.text,
    at: store.now() - (said.secondsAgo ?? 0) * 1000,
    reactions: [],
    ...(said.media === true && { media: true }),
    ...(said.replyTo !== undefined && { replyTo: said.replyTo }),
    ...(said.session !== undefined && { session: said.session }),
  });
  for (const session of linesIn(gateway, group)) handOver(gateway, session, group, message);
  store.touched();
  return message;
}

export function linesIn({ store }: GatewayState, group: ChatGroup): Session[] {
  return [...store.sessions.values()].filter((one) => one.person !== undefined && isMember(group, one.person));
}

export function mayWrite(group: ChatGroup, person: string): boolean {
  const member = group.members.find((one) => one.person === person);
  return member !== undefined && !group.parent && (!group.announce || member.admin);
}

/** An empty reaction removes it. */
export function react(gateway: GatewayState, group: ChatGroup, message: Message, person: string, emoji: string): void {
  const others = message.reactions.filter((one) => one.person !== person);
  message.reactions = emoji === '' ? others : [...others, { person, emoji }];
  for (const session of linesIn(gateway, group)) {
    if (!isListening(gateway.store, session)) continue;
    const { lid } = contactOf(gateway.store.world, person);
    const fromMe = person === session.person;
    emit(gateway, session, 'message.reaction', {
      id: `${fromMe}_${groupJid(group.id)}_${newMessageId('phone')}_${lid}`,
      timestamp: Math.floor(gateway.store.now() / 1000),
      from: groupJid(group.id),
      fromMe,
      source: 'app',
      to: lid,
      participant: lid,
      reaction: { text: emoji, messageId: serializedId(gateway.store, session, group, message) },
    });
  }
  gateway.store.touched();
}

/** Group events have timestamps in milliseconds, messages in seconds. */
function emitGroup(gateway: GatewayState, session: Session, event: string, payload: object): void {
  if (isListening(gateway.store, session))
    emit(gateway, session, event, { timestamp: gateway.store.now(), ...payload });
}

export function rename(gateway: GatewayState, group: ChatGroup, name: string): void {
  group.name = name;
  for (const session of linesIn(gateway, group)) {
    emitGroup(gateway, session, 'group.v2.update', {
      group: { id: groupJid(group.id), subject: name },
      _data: { JID: groupJid(group.id), Name: { Name: name } },
    });
  }
  gateway.store.touched();
}

/** When its own number is removed, a line sees it like that of any member, by LID alone. */
export function changeMember(gateway: GatewayState, group: ChatGroup, person: string, type: 'join' | 'leave'): void {
  const { store } = gateway;
  if (isMember(group, person) === (type === 'join')) return;
  const before = linesIn(gateway, group);
  if (type === 'join') group.members.push({ person, admin: false });
  else group.members = group.members.filter((one) => one.person !== person);
  for (const session of type === 'join' ? linesIn(gateway, group) : before) {
    if (type === 'join' && session.person === person) {
      emitGroup(gateway, session, 'group.v2.join', { group: wholeGroup(gateway, group), _data: {} });
    } else {
      const { lid } = contactOf(store.world, person);
      const role = type === 'join' ? 'participant' : 'left';
      emitGroup(gateway, session, 'group.v2.participants', {
        type,
        group: { id: groupJid(group.id) },
        participants: [{ id: lid, pn: null, role }],
        _data: { JID: groupJid(group.id), [type === 'join' ? 'Join' : 'Leave']: [lid] },
      });
    }
  }
  store.touched();
}

export function notifyOfGroup(gateway: GatewayState, group: ChatGroup): void {
  for (const session of linesIn(gateway, group)) {
    emitGroup(gateway, session, 'group.v2.join', { group: wholeGroup(gateway, group), _data: {} });
  }
  gateway.store.touched();
}

function wholeGroup({ store }: GatewayState, group: ChatGroup): object {
  return {
    id: groupJid(group.id),
    subject: group.name,
    description: '',
    membersCanAddNewMember: true,
    membersCanSendMessages: !group.announce,
    newMembersApprovalRequired: false,
    participants: group.members.map(({ person, admin }) => {
      const { phone, lid } = contactOf(store.world, person);
      return { id: lid, pn: `${phone}@c.us`, role: admin ? 'admin' : 'participant' };
    }),
  };
}

/** Delivers the same message as a new event, as after a reconnect. */
export function again(gateway: GatewayState, group: ChatGroup, message: Message): void {
  for (const session of linesIn(gateway, group)) handOver(gateway, session, group, message);
  gateway.store.touched();
}
