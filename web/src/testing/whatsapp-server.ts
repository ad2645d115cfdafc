import type { Subscription } from '#shared/contracts/billing.ts';
import type { Group, Instance } from '#shared/contracts/whatsapp.ts';

import { aNumber, currentIs, numberCalls } from './a-number.ts';
import { aServer } from './a-server.ts';
import { aSubscription } from './a-subscription.ts';
import { anAccount, anasServer, home } from './people.ts';
import { subscriptionCall } from './subscription-server.ts';

type World = {
  subscription?: Subscription;
  linked?: boolean;
  trialUsed?: boolean;
  defaultWorkspace?: boolean;
  instance?: Instance | null;
  from?: string;
  groups?: readonly Group[];
};

/** Pairing returns a code that is never scanned. */
export function whatsAppServer(world: World = {}) {
  const { subscription = aSubscription('active'), linked = true, trialUsed = true, defaultWorkspace = true } = world;
  const { instance = null, groups = [] } = world;
  return aServer({
    ...anasServer(),
    'GET /api/auth/user': {
      json: {
        id: 'ana',
        name: 'Ana Souza',
        trialUsed,
        signedInWith: 'google',
        email: 'ana@example.com',
        currentWorkspaceId: home.id,
      },
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
