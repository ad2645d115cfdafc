import * as z from 'zod/mini';

import { linkingScope, profileScope } from '../../amazon/scopes.ts';
import { json, type SandboxCall, type Reply, type SandboxRoute } from '../../kit.ts';
import { dig } from '../check.ts';
import type { Deps } from '../directive.ts';
import { regions, type AlexaHome, type Region } from '../entities.ts';
import { discoverDevices } from './discover.ts';
import { ineligibleTexts, whyIneligible } from './eligibility.ts';
import { acceptGrant, announceLink, disableSkill, switchOn } from './enable.ts';
import { enablementFails, refuse } from './refusal.ts';
import { spendCode } from './spend-code.ts';

const bases: Record<Region, string> = { NA: '', EU: '/eu', FE: '/fe' };

/** https://developer.amazon.com/docs/smapi/skill-enablement.html, in the variant for apps and websites. */
export function enablementRoutes(deps: Deps): SandboxRoute[] {
  return regions.flatMap((region): SandboxRoute[] => {
    const skill = `${bases[region]}/v1/users/~current/skills/:skillId+/enablement`;
    const api = { kind: 'api', fail: enablementFails } as const;
    const withCaller =
      (then: (home: AlexaHome, call: SandboxCall) => Reply | Promise<Reply>) =>
      (call: SandboxCall): Reply | Promise<Reply> => {
        const home = homeOf(deps, call);
        return 'status' in home ? home : then(home, call);
      };
    const ofSkill = (then: (home: AlexaHome, call: SandboxCall) => Reply | Promise<Reply>) =>
      withCaller((home, call) => wrongAddress(deps, home, call, region) ?? then(home, call));
    return [
      {
        ...api,
        method: 'GET',
        path: `${bases[region]}/v1/alexaApiEndpoint`,
        handle: withCaller((home, call) => json(200, { endpoints: hostsFor(deps, home, call) })),
      },
      { ...api, method: 'GET', path: skill, handle: ofSkill((home) => show(deps, home)) },
      { ...api, method: 'POST', path: skill, handle: ofSkill((home, call) => enable(deps, home, call)) },
      { ...api, method: 'DELETE', path: skill, handle: ofSkill((home) => disable(deps, home)) },
      { ...api, method: 'PUT', path: skill, handle: () => refuse('notFound') },
    ];
  });
}

/** The token must be valid, belong to the skill's client and have the scope for linking. */
function homeOf({ amazon, world, store }: Deps, call: SandboxCall): AlexaHome | Reply {
  const header = call.headers['authorization'] ?? '';
  if (header !== '' && !header.startsWith('Bearer ')) return refuse('badRequest', 'The authorization is malformed');
  const found = amazon.findAccess(header.slice('Bearer '.length));
  if (!found) return refuse('unauthorized');
  const { clientId, scope, person } = found.grant;
  const isAllowed = clientId === world.clients.amazonSkill.id && scope.split(' ').includes(linkingScope);
  return isAllowed ? store.home(person) : refuse('forbidden');
}

function wrongAddress({ store }: Deps, home: AlexaHome, call: SandboxCall, region: Region): Reply | undefined {
  if (call.params['skillId'] !== store.skillOf(home).id) return refuse('notFound');
  return home.region === region ? undefined : refuse('incorrectEndpoint');
}

/** Host names without a scheme. Here they include the path that represents the region. */
function hostsFor({ store }: Deps, home: AlexaHome, call: SandboxCall): string[] {
  const { endpoints } = store.switchesOf(home);
  const named = endpoints.length === 0 ? [home.region] : endpoints;
  return named.map((region) => `${call.base.replace(/^\w+:\/\//, '')}${bases[region]}`);
}

const show = (deps: Deps, home: AlexaHome): Reply =>
  home.skillEnabled ? json(200, enablement(deps, home)) : refuse('notFound');

/** Amazon does not document that `user.id` equals the id in skill events, so the sandbox uses another one. */
function enablement({ store }: Deps, home: AlexaHome, stage = home.stage) {
  const isLinked = home.linkGrant !== undefined;
  return {
    skill: { stage, id: store.skillOf(home).id },
    user: { id: `amzn1.account.alexa.${home.person}` },
    accountLink: { status: isLinked ? 'LINKED' : 'NOT_LINKED' },
    status: home.skillEnabled ? 'ENABLED' : 'ENABLING_FAILED',
  };
}

function disable(deps: Deps, home: AlexaHome): Reply {
  if (!home.skillEnabled) return refuse('notFound');
  disableSkill(deps, home);
  return { status: 204 };
}

const requestSchema = z.object({
  stage: z.string(),
  accountLinkRequest: z.object({ redirectUri: z.string(), authCode: z.string(), type: z.literal('AUTH_CODE') }),
});

async function enable(deps: Deps, home: AlexaHome, call: SandboxCall): Promise<Reply> {
  if (dig(call.body, 'accountLinkRequest') === undefined)
    return refuse(call.body === undefined ? 'badRequest' : 'notFound');
  const asked = requestSchema.safeParse(call.body);
  if (!asked.success) return refuse('badRequest');
  const { stage, accountLinkRequest } = asked.data;
  if (stage !== 'live' && stage !== 'development') return refuse('notFound');
  const why = whyIneligible(deps.store.skillOf(home), home, stage);
  if (why === 'noSuchStage') return refuse('notFound', ineligibleTexts[why]);
  if (why !== undefined) return refuse('forbidden', ineligibleTexts[why]);
  const { statusWhenEnabled, grantsWhenEnabled, ...switches } = deps.store.switchesOf(home);
  const wasEnabled = home.skillEnabled;
  const isConflict = wasEnabled && statusWhenEnabled === 409;
  if (isConflict && !grantsWhenEnabled) return refuse('conflict');
  const linkGrant = await spendCode(deps, new URL(call.base).origin, accountLinkRequest, profileScope);
  if (linkGrant === undefined) return refuse('invalidCredentials');
  switchOn(deps, home, { linkGrant, stage });
  const afterwards = await grantWhen(deps, home, wasEnabled && !grantsWhenEnabled ? 'never' : switches.grant);
  const said = { ...enablement(deps, home, stage), ...(switches.says === 'failed' && { status: 'ENABLING_FAILED' }) };
  return { ...(isConflict ? refuse('conflict') : json(201, said)), afterwards };
}

/** Returns what Alexa does after its response. */
async function grantWhen(deps: Deps, home: AlexaHome, when: 'before' | 'after' | 'held' | 'never') {
  if (when === 'before') await acceptGrant(deps, home);
  else announceLink(deps, home);
  if (when === 'held') home.grantHeld = true;
  return () => {
    if (when === 'after') void grantAndDiscover(deps, home);
    else if (when !== 'held' && home.skillEnabled) void discoverDevices(deps, home);
  };
}

/** Sends the grant, then discovers the devices if the skill accepted it. */
export async function grantAndDiscover(deps: Deps, home: AlexaHome): Promise<void> {
  const accepted = await acceptGrant(deps, home);
  if (accepted.failure === undefined) await discoverDevices(deps, home);
}
