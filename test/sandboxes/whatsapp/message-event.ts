import { contactOf, groupJid } from './contacts.ts';
import { emit, isListening } from './emit.ts';
import type { ChatGroup, Message, Session } from './entities.ts';
import type { GatewayState } from './gateway.ts';
import type { WhatsAppStore } from './store.ts';

/** Delivers immediately, or later with the original time. */
export function handOver(gateway: GatewayState, session: Session, group: ChatGroup, message: Message): void {
  if (session.config.ignore?.groups) return;
  if (isListening(gateway.store, session)) {
    emit(gateway, session, 'message.any', messagePayload(gateway.store, session, group, message));
    if (message.person !== session.person)
      emit(gateway, session, 'message', messagePayload(gateway.store, session, group, message));
  } else session.backlog.push({ group: group.id, message: message.id });
}

export function handOverBacklog(gateway: GatewayState, session: Session): void {
  if (!isListening(gateway.store, session)) return;
  const waiting = session.backlog;
  session.backlog = [];
  for (const one of waiting) {
    const group = gateway.store.groups.get(one.group);
    const message = group?.messages.find(({ id }) => id === one.message);
    if (group && message) handOver(gateway, session, group, message);
  }
}

export function serializedId(store: WhatsAppStore, session: Session, group: ChatGroup, message: Message): string {
  const { lid } = contactOf(store.world, message.person);
  return `${message.person === session.person}_${groupJid(group.id)}_${message.id}_${lid}`;
}

export function messagePayload(store: WhatsAppStore, session: Session, group: ChatGroup, message: Message): object {
  const { phone, lid } = contactOf(store.world, message.person);
  const jid = groupJid(group.id);
  const fromMe = message.person === session.person;
  const quoted = group.messages.find((one) => one.id === message.replyTo);
  const replyTo =
    message.replyTo === undefined
      ? null
      : {
          id: message.replyTo,
          participant: quoted ? contactOf(store.world, quoted.person).lid : null,
          body: quoted?.text ?? '',
          hasMedia: false,
          media: null,
        };
  return {
    id: serializedId(store, session, group, message),
    timestamp: Math.floor(message.at / 1000),
    from: jid,
    fromMe,
    source: fromMe && message.session === session.name ? 'api' : 'app',
    body: message.text,
    to: lid,
    participant: lid,
    hasMedia: message.media === true,
    media: null,
    ack: fromMe ? 1 : 2,
    ackName: fromMe ? 'SERVER' : 'DEVICE',
    location: null,
    vCards: [],
    replyTo,
    _data: {
      Info: {
        Chat: jid,
        Sender: fromMe && message.session === session.name ? lid.replace('@', `:${session.device}@`) : lid,
        SenderAlt: `${phone}@s.whatsapp.net`,
        RecipientAlt: '',
        AddressingMode: 'lid',
        IsFromMe: fromMe,
        IsGroup: true,
        ID: message.id,
        Type: message.media === true ? 'media' : 'text',
        PushName: store.phone(message.person).name,
        Timestamp: new Date(message.at).toISOString(),
      },
      Message:
        message.media === true
          ? { imageMessage: { mimetype: 'image/jpeg', caption: message.text } }
          : { conversation: message.text },
    },
  };
}
