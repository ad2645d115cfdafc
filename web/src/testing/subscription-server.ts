import type { Subscription } from '#shared/contracts/billing.ts';

import { aServer } from './a-server.ts';
import { anasServer, home } from './people.ts';

type World = { trialUsed?: boolean; defaultWorkspace?: boolean; inactive?: boolean };

export const subscriptionCall = `GET /api/subscription/${home.id}`;
export const sessionCall = (what: string): string => `POST /api/subscription/${home.id}/create-${what}-session`;

export function subscriptionServer(subscription: Subscription, world: World = {}) {
  const { trialUsed = true, defaultWorkspace = true, inactive = false } = world;
  const workspace = { ...home, defaultWorkspace, status: inactive ? 'INATIVO' : 'ATIVO' };
  const user = {
    id: 'ana',
    name: 'Ana Souza',
    trialUsed,
    signedInWith: 'google',
    email: 'ana@example.com',
    currentWorkspaceId: home.id,
  };
  const page = (name: string) => ({ json: { url: `https://pay.example/${name}` } });
  return aServer({
    ...anasServer(),
    'GET /api/auth/user': { json: user },
    'GET /api/workspaces/current': { json: workspace },
    'GET /api/workspaces': { json: [workspace] },
    [subscriptionCall]: { json: subscription },
    [sessionCall('portal')]: page('portal'),
    [sessionCall('plan-update')]: page('plan'),
    [sessionCall('payment-method-update')]: page('card'),
    [sessionCall('checkout')]: page('checkout'),
  });
}
