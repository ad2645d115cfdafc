import { randomBytes } from 'node:crypto';

import { eventsScope, linkingScope, profileScope } from '../../amazon/scopes.ts';
import { send, type Deps, type Exchange } from '../directive.ts';
import type { AlexaHome } from '../entities.ts';
import { discoverDevices, skillResult, type SkillResult } from './discover.ts';
import { ineligibleTexts, stageFor } from './eligibility.ts';
import { announce } from './skill-events.ts';
import type { SkillStage } from './skill-settings.ts';

/**
 * Enables the skill in the Alexa app: the user consents to account linking there, and the grant follows immediately.
 */
export async function enableSkill(deps: Deps, home: AlexaHome): Promise<SkillResult> {
  const { amazon, world, store } = deps;
  // The app offers no second linking while a skill is enabled.
  if (home.skillEnabled) return skillResult(deps, home, true, 'The skill is enabled already.', []);
  const stage = stageFor(store.skillOf(home), home);
  if (stage !== 'live' && stage !== 'development') return skillResult(deps, home, false, ineligibleTexts[stage], []);
  const clientId = world.clients.amazonWeb.id;
  amazon.consent(home.person, clientId, profileScope);
  switchOn(deps, home, { linkGrant: amazon.grant(home.person, clientId, profileScope).grant.id, stage });
  const accepted = await acceptGrant(deps, home);
  if (accepted.failure !== undefined)
    return skillResult(deps, home, false, `Linking failed. ${accepted.failure}`, [accepted]);
  const found = await discoverDevices(deps, home);
  return { ...found, said: `Skill enabled. ${found.said}`, exchanges: [accepted, ...found.exchanges] };
}

/** The account link takes effect immediately: the skill may report devices before it has replied. */
export function switchOn(deps: Deps, home: AlexaHome, link: { linkGrant: string; stage: SkillStage }): void {
  const isNew = !home.skillEnabled;
  if (home.linkGrant !== undefined) deps.amazon.withdraw(home.linkGrant);
  Object.assign(home, link, { skillEnabled: true, grantHeld: false, unannounced: isNew ? 'enabled' : 'linked' });
  if (isNew) home.userId = newUserId();
  deps.store.touched(home);
}

/** The skill is enabled only if it accepts the grant. */
export async function acceptGrant(deps: Deps, home: AlexaHome): Promise<Exchange> {
  const { userId } = home;
  home.grantHeld = false;
  const clientId = deps.world.clients.amazonSkill.id;
  const code = deps.amazon.newCode({ person: home.person, clientId, scope: eventsScope });
  const payload = { grant: { type: 'OAuth2.AuthorizationCode', code } };
  const accepted = await send(deps, home, { namespace: 'Alexa.Authorization', name: 'AcceptGrant', payload });
  // The skill was disabled before it replied.
  if (home.userId !== userId) return accepted;
  if (accepted.failure === undefined) {
    home.everEnabled = true;
    announceLink(deps, home);
  } else switchOff(deps, home);
  return accepted;
}

/** Sends the skill events of the latest linking once. */
export function announceLink(deps: Deps, home: AlexaHome): void {
  const { unannounced } = home;
  delete home.unannounced;
  const token = home.linkGrant === undefined ? undefined : deps.amazon.currentAccess(home.linkGrant);
  if (unannounced === 'enabled') announce(deps, home, 'SkillEnabled');
  if (unannounced !== undefined && token !== undefined) {
    announce(deps, home, 'SkillAccountLinked', { accessToken: token });
  }
}

/** Ends the account link, the skill's permission to send, the consent to enable it, and the devices. */
export function disableSkill(deps: Deps, home: AlexaHome): SkillResult {
  const { amazon, world } = deps;
  if (!home.skillEnabled) return skillResult(deps, home, true, 'The skill is not enabled.', []);
  amazon.revoke(home.person, world.clients.amazonSkill.id, { scope: linkingScope });
  home.everEnabled = true;
  announce(deps, home, 'SkillDisabled', { userInformationPersistenceStatus: 'NOT_PERSISTED' });
  switchOff(deps, home);
  return skillResult(deps, home, true, 'Skill disabled. Its devices are gone.', []);
}

function switchOff({ amazon, world, store }: Deps, home: AlexaHome): void {
  Object.assign(home, { skillEnabled: false, devices: [], grantHeld: false });
  if (home.linkGrant !== undefined) amazon.withdraw(home.linkGrant);
  for (const name of ['linkGrant', 'stage', 'userId', 'unannounced'] as const) delete home[name];
  // Keeps the gateway token, so that the gateway can answer SKILL_DISABLED_EXCEPTION.
  if (store.switchesOf(home).tokens === 'ended')
    amazon.revoke(home.person, world.clients.amazonSkill.id, { keepAccess: true, scope: eventsScope });
  store.touched(home);
}

function newUserId(): string {
  return `amzn1.ask.account.${randomBytes(60).toString('hex').toUpperCase()}`;
}
