import type { SandboxWorld } from '../world.ts';
import { newGroupId } from './contacts.ts';
import {
  stateSchema,
  usualSettings,
  type WahaDelivery,
  type ChatGroup,
  type ApiKey,
  type Message,
  type Phone,
  type Session,
  type GatewaySettings,
} from './entities.ts';

const MESSAGES_KEPT = 2000;
const DELIVERIES_KEPT = 5000;

type NewGroup = {
  id?: string;
  name: string;
  members: string[];
  /** Defaults to the first member. */
  admins?: string[] | undefined;
  announce?: boolean | undefined;
  parent?: boolean | undefined;
};

export function whatsappStore(world: SandboxWorld) {
  const sessions = new Map<string, Session>();
  const phones = new Map<string, Phone>();
  const groups = new Map<string, ChatGroup>();
  const watchers = new Set<() => void>();
  let keys: ApiKey[] = [];
  let deliveries: WahaDelivery[] = [];
  let settings: GatewaySettings = usualSettings;
  let unreachable = false;

  const store = {
    world,
    sessions,
    groups,
    now: () => world.now().getTime(),
    settings: () => settings,
    change: (wanted: Partial<GatewaySettings>) => void (settings = { ...settings, ...wanted }),
    isUnreachable: () => unreachable,
    setUnreachable: (yes: boolean) => void (unreachable = yes),
    keys: () => keys,
    addKey: (key: ApiKey) => void (keys = [...keys, key]),
    deliveries: () => deliveries,
    addDelivery(delivery: WahaDelivery): WahaDelivery {
      deliveries.push(delivery);
      if (deliveries.length > DELIVERIES_KEPT * 1.2) deliveries = deliveries.slice(-DELIVERIES_KEPT);
      return delivery;
    },
    forgetDeliveries: () => void (deliveries = []),
    phone(person: string): Phone {
      const found = phones.get(person) ?? newPhone(world, person);
      phones.set(person, found);
      return found;
    },
    linkedTo: (person: string): Session[] => [...sessions.values()].filter((one) => one.person === person),
    groupsOf: (person: string): ChatGroup[] => [...groups.values()].filter((one) => isMember(one, person)),
    addGroup(wanted: NewGroup): ChatGroup {
      const group = newGroup(wanted, store.now());
      groups.set(group.id, group);
      return group;
    },
    addMessage(group: ChatGroup, message: Message): Message {
      group.messages.push(message);
      if (group.messages.length > MESSAGES_KEPT * 1.2) group.messages = group.messages.slice(-MESSAGES_KEPT);
      return message;
    },
    touched(): void {
      world.changed();
      for (const tell of watchers) tell();
    },
    watch(tell: () => void): () => void {
      watchers.add(tell);
      return () => void watchers.delete(tell);
    },
    reset(): void {
      for (const all of [sessions, phones, groups]) all.clear();
      keys = [];
      deliveries = [];
      settings = usualSettings;
      unreachable = false;
      for (const group of firstGroups(world)) store.addGroup(group);
      store.touched();
    },
    snapshot: () => ({
      sessions: [...sessions.values()],
      phones: [...phones.values()],
      groups: [...groups.values()].map((one) => ({ ...one, messages: one.messages.slice(-100) })),
      keys,
      settings,
    }),
    restore(kept: unknown): void {
      const state = stateSchema.safeParse(kept);
      if (!state.success) return;
      for (const one of state.data.sessions) sessions.set(one.name, awoken(one, store.now()));
      for (const one of state.data.phones) phones.set(one.person, one);
      groups.clear();
      for (const one of state.data.groups) groups.set(one.id, one);
      ({ keys, settings } = state.data);
      store.touched();
    },
  };
  for (const group of firstGroups(world)) store.addGroup(group);
  return store;
}
export type WhatsAppStore = ReturnType<typeof whatsappStore>;

export const isMember = (group: ChatGroup, person: string): boolean =>
  group.members.some((one) => one.person === person);

function firstGroups({ people }: SandboxWorld): NewGroup[] {
  const [ana, bruno, carla, davi] = people.map(({ key }) => key);
  if (ana === undefined || bruno === undefined || carla === undefined || davi === undefined) return [];
  return [
    { id: '120363000000000001', name: 'Família Souza', members: [ana, bruno, carla, davi] },
    { id: '120363000000000002', name: 'Casa da praia', members: [ana, davi] },
    { id: '120363000000000003', name: 'Escritório', members: [bruno, carla] },
    { id: '120363000000000004', name: 'Condomínio (avisos)', members: [carla, ana, bruno], announce: true },
    { id: '120363000000000005', name: 'Vizinhança', members: [ana, bruno, carla, davi], parent: true },
  ];
}

function newGroup({ id, name, members, admins, announce, parent }: NewGroup, now: number): ChatGroup {
  const leads = admins ?? members.slice(0, 1);
  return {
    id: id ?? newGroupId(),
    name,
    members: members.map((person) => ({ person, admin: leads.includes(person) })),
    announce: announce ?? false,
    parent: parent ?? false,
    createdAt: now,
    messages: [],
  };
}

function newPhone({ people }: SandboxWorld, person: string): Phone {
  const name = people.find((one) => one.key === person)?.name ?? person;
  return { person, name, picture: null, demand: 'nothing', banned: false, slowSync: false };
}

/** After a gateway restart, running sessions start again. */
function awoken({ qr: _, asking: __, ...session }: Session, now: number): Session {
  return session.status === 'STOPPED' || session.status === 'FAILED'
    ? session
    : { ...session, status: 'STARTING', startsAt: now };
}
