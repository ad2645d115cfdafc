import type { Page } from '@playwright/test';

import type { Subscription } from '#shared/contracts/billing.ts';
import type { Group, Instance } from '#shared/contracts/whatsapp.ts';
import type { ChipStatus } from '#shared/rules/chip-status.ts';
import { aLinkedGroup, aNumber, currentIs, numberCalls } from '#web/testing/a-number.ts';
import { aSubscription } from '#web/testing/a-subscription.ts';
import { anAccount, anasServer, home } from '#web/testing/people.ts';

import { pretendServer, type PretendRoute } from './pretend-server.ts';

export { aLinkedGroup as aGroup, currentIs };
export const calls = numberCalls;

export const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** The picture is a data URL, so that showing it sends no request. */
export const anInstance = (chipStatus: ChipStatus, more: Partial<Instance> = {}): Instance => {
  const instance = aNumber(chipStatus, more);
  return { ...instance, contactPicture: instance.contactPicture && picture };
};

export type PretendedFacts = {
  trialUsed?: boolean;
  defaultWorkspace?: boolean;
  linked?: boolean;
  subscription?: Subscription;
  instance?: Instance | null;
  /** The workspace that owns the shared number. */
  from?: string;
  groups?: readonly Group[];
};

export function answersTo(facts: PretendedFacts): Record<string, PretendRoute> {
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

export const pretendWhatsApp = (page: Page, facts: PretendedFacts = {}) => pretendServer(page, answersTo(facts));
