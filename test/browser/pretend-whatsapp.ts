import type { Page } from '@playwright/test';

import type { Subscription } from '#shared/contracts/billing.ts';
import { type ChipStatus, type Group, type Instance, whatsappContract } from '#shared/contracts/whatsapp.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { anAccount, anasServer, home } from '#web/testing/people.ts';

import { pretendServer, type PretendRoute } from './pretend-server.ts';

const number = 99;

/** Where the page asks about Ana's number. */
export const calls = {
  current: 'GET /api/zapbox-instances/current',
  available: 'GET /api/zapbox-instances/available',
  connect: 'POST /api/zapbox-instances/connect',
  qrCode: `GET /api/zapbox-instances/${number}/qrcode`,
  logged: `GET /api/zapbox-instances/${number}/logged`,
  check: `GET /api/zapbox-instances/${number}/check-connection`,
  reportLoss: `POST /api/zapbox-instances/${number}/update-disconnected-status`,
  unlink: `DELETE /api/zapbox-instances/${number}/unlink`,
  picture: `GET /api/zapbox-instances/${number}/profile-picture`,
  choices: `GET /api/zapbox-instances/${number}/groups`,
  groups: 'GET /api/whatsapp-groups',
  link: 'POST /api/whatsapp-groups',
} as const;

/** Ana's number in one of its states; the contact is known once it was connected. */
export function anInstance(chipStatus: ChipStatus, more: Partial<Instance> = {}): Instance {
  const known = chipStatus === 'CONNECTED' || chipStatus === 'LOST';
  return {
    id: number,
    workspaceId: home.id,
    phone: known ? '+5511955500001' : null,
    contactName: known ? 'Ana Souza' : 'Nome não disponível',
    contactPicture: known ? picture : null,
    chipStatus,
    referencedInstanceId: null,
    ...more,
  };
}

/** A point that is no request. */
export const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

export const aGroup = (id: number, name: string): Group => ({
  id,
  name,
  jid: `1203630000${id}@g.us`,
  workspaceId: home.id,
});

/** The reply of `current`, in the shape of the contract. */
export const currentIs = (instance: Instance | null, referencedWorkspaceName: string | null = null) => ({
  json: whatsappContract.currentInstance.reply.parse({ instance, referencedWorkspaceName }),
});

export type Facts = {
  trialUsed?: boolean;
  defaultWorkspace?: boolean;
  linked?: boolean;
  subscription?: Subscription;
  instance?: Instance | null;
  /** The workspace that shares the number. */
  from?: string;
  groups?: readonly Group[];
};

/** What the server says to Ana, whose workspace has an account, a plan and a number unless told otherwise. */
export function answersTo(facts: Facts): Record<string, PretendRoute> {
  const { trialUsed = true, defaultWorkspace = true, linked = true, instance = null, groups = [] } = facts;
  const { subscription = aSubscription('active') } = facts;
  const workspace = { ...home, defaultWorkspace };
  const user = { id: 'ana', name: 'Ana Souza', trialUsed, signedInWith: 'google', email: 'ana@example.com' };
  return {
    ...anasServer(),
    'GET /api/auth/user': { json: user },
    'GET /api/workspaces/current': { json: workspace },
    'GET /api/workspaces': { json: [workspace] },
    'GET /api/amazon-auth': { json: anAccount(linked ? 'active' : 'notLinked') },
    [`GET /api/subscription/${home.id}`]: { json: subscription },
    [calls.current]: currentIs(instance, facts.from),
    [calls.groups]: { json: groups },
    [calls.available]: { json: [] },
    [calls.check]: { json: { connected: true } },
    [calls.picture]: { json: { picture: null } },
  };
}

/** Ana's WhatsApp page in front of a server of the test's own; nobody has to sign in. */
export const pretendWhatsApp = (page: Page, facts: Facts = {}) => pretendServer(page, answersTo(facts));
