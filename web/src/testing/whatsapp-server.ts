import type { Subscription } from '#shared/contracts/billing.ts';
import type { ChipStatus, Group, Instance } from '#shared/contracts/whatsapp.ts';

import { aServer } from './a-server.ts';
import { aSubscription } from './a-subscription.ts';
import { anAccount, anasServer, home } from './people.ts';
import { subscriptionCall } from './subscription-server.ts';

const number = 99;

/** Where the page asks about Ana's number. */
export const numberCalls = {
  current: 'GET /api/zapbox-instances/current',
  available: 'GET /api/zapbox-instances/available',
  connect: 'POST /api/zapbox-instances/connect',
  qrCode: `GET /api/zapbox-instances/${number}/qrcode`,
  logged: `GET /api/zapbox-instances/${number}/logged`,
  check: `GET /api/zapbox-instances/${number}/check-connection`,
  reportLoss: `POST /api/zapbox-instances/${number}/update-disconnected-status`,
  unlink: `DELETE /api/zapbox-instances/${number}/unlink`,
  picture: `GET /api/zapbox-instances/${number}/profile-picture`,
  answer: `POST /api/zapbox-instances/${number}/passkey`,
  confirm: `POST /api/zapbox-instances/${number}/passkey/confirm`,
  groups: 'GET /api/whatsapp-groups',
} as const;

/** Ana's number in one of its states; whose it is, is known once it was connected. */
export function aNumber(chipStatus: ChipStatus, more: Partial<Instance> = {}): Instance {
  const known = chipStatus === 'CONNECTED' || chipStatus === 'LOST';
  return {
    id: number,
    workspaceId: home.id,
    phone: known ? '+5511955500001' : null,
    contactName: known ? 'Ana Souza' : 'Nome não disponível',
    contactPicture: known ? 'https://pps.whatsapp.net/ana.jpg' : null,
    chipStatus,
    referencedInstanceId: null,
    ...more,
  };
}

/** The reply that tells of the workspace's number. */
export const currentIs = (instance: Instance | null, referencedWorkspaceName: string | null = null) => ({
  json: { instance, referencedWorkspaceName },
});

export const aLinkedGroup = (id: number, name: string): Group => ({
  id,
  name,
  jid: `12036300000${id}@g.us`,
  workspaceId: home.id,
});

type World = {
  subscription?: Subscription;
  linked?: boolean;
  trialUsed?: boolean;
  defaultWorkspace?: boolean;
  instance?: Instance | null;
  /** The workspace that shares the number. */
  from?: string;
  groups?: readonly Group[];
};

/** A server on which Ana's workspace has an account, a plan and this number; pairing shows a code that nobody scans. */
export function whatsAppServer(world: World = {}) {
  const { subscription = aSubscription('active'), linked = true, trialUsed = true, defaultWorkspace = true } = world;
  const { instance = null, groups = [] } = world;
  return aServer({
    ...anasServer(),
    'GET /api/auth/user': {
      json: { id: 'ana', name: 'Ana Souza', trialUsed, signedInWith: 'google', email: 'ana@example.com' },
    },
    'GET /api/workspaces/current': { json: { ...home, defaultWorkspace } },
    'GET /api/amazon-auth': { json: anAccount(linked ? 'active' : 'notLinked') },
    [subscriptionCall]: { json: subscription },
    [numberCalls.current]: currentIs(instance, world.from),
    [numberCalls.groups]: { json: groups },
    [numberCalls.available]: { json: [] },
    [numberCalls.check]: { json: { connected: true } },
    [numberCalls.picture]: { json: { picture: null } },
    [numberCalls.connect]: { json: aNumber('CONNECTING') },
    [numberCalls.qrCode]: { json: { qrcode: 'data:image/png;base64,Zmlyc3Q=' } },
    [numberCalls.logged]: { json: { logged: false, chipStatus: 'WAITING_QR' } },
    [numberCalls.unlink]: {},
  });
}
