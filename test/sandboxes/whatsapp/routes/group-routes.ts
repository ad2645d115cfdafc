import { json, type Reply, type SandboxRoute } from '../../kit.ts';
import { withSession, type Api, type SessionRequest } from '../api.ts';
import { contactOf, groupJid } from '../contacts.ts';
import type { ChatGroup } from '../entities.ts';
import type { WhatsAppStore } from '../store.ts';

const WORKING = ['WORKING'] as const;

export function groupRoutes(api: Api): readonly SandboxRoute[] {
  return [
    withSession(api, 'GET', '/api/:session/groups', WORKING, list),
    withSession(api, 'POST', '/api/:session/groups/refresh', WORKING, ({ store, session }) => {
      delete session.unsynced;
      store.touched();
      return json(200, { success: true });
    }),
    withSession(api, 'GET', '/api/:session/groups/:id+', WORKING, ({ store, session, call }) => {
      const group = store.groupsOf(session.person ?? '').find((one) => groupJid(one.id) === call.params['id']);
      return group ? json(200, shownGroup(store, group, true)) : { status: 200 };
    }),
  ];
}

function list({ store, session, call: { query } }: SessionRequest): Reply {
  const all = session.unsynced ? [] : store.groupsOf(session.person ?? '');
  const by = query.get('sortBy') === 'subject' ? (group: ChatGroup) => group.name : (group: ChatGroup) => group.id;
  const order = query.get('sortOrder') === 'desc' ? -1 : 1;
  const sorted = all.toSorted((a, b) => order * (by(a) < by(b) ? -1 : Number(by(a) > by(b))));
  const offset = Number(query.get('offset') ?? 0);
  const limit = query.get('limit');
  const page = sorted.slice(offset, limit === null ? undefined : offset + Number(limit));
  const withMembers = query.get('exclude') !== 'participants';
  return json(
    200,
    page.map((one) => shownGroup(store, one, withMembers)),
  );
}

/** A group in whatsmeow's format. https://pkg.go.dev/go.mau.fi/whatsmeow/types#GroupInfo */
function shownGroup({ world }: WhatsAppStore, group: ChatGroup, withMembers: boolean): object {
  const owner = group.members[0];
  return {
    JID: groupJid(group.id),
    OwnerJID: owner ? contactOf(world, owner.person).lid : '',
    Name: group.name,
    NameSetAt: new Date(group.createdAt).toISOString(),
    Topic: '',
    IsLocked: false,
    IsAnnounce: group.announce,
    IsEphemeral: false,
    DisappearingTimer: 0,
    IsIncognito: false,
    IsParent: group.parent,
    LinkedParentJID: '',
    IsDefaultSubGroup: false,
    IsJoinApprovalRequired: false,
    AddressingMode: 'lid',
    GroupCreated: new Date(group.createdAt).toISOString(),
    MemberAddMode: 'all_member_add',
    Participants: withMembers
      ? group.members.map(({ person, admin }) => {
          const { phone, lid } = contactOf(world, person);
          return {
            JID: lid,
            PhoneNumber: `${phone}@s.whatsapp.net`,
            LID: lid,
            IsAdmin: admin,
            IsSuperAdmin: person === owner?.person,
            DisplayName: '',
            Error: 0,
            AddRequest: null,
          };
        })
      : null,
  };
}
