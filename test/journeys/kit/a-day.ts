import { expect } from 'vitest';

import type { Trigger } from '#shared/contracts/triggers.ts';

import { expireTokens, misbehaveOnEvents } from './orders.ts';
import type { JourneyPerson } from './person.ts';
import { soon } from './soon.ts';
import { letTokenRunOut, startByContact } from './table.ts';
import { fire } from './webhook-call.ts';

/** Performs all kinds of actions, many of which fail. */
export async function liveADay(ana: JourneyPerson): Promise<{ address: string; token: string; lastRun: string }> {
  await ana.linkAmazon();
  await ana.home.enableSkill();
  const trigger = await ana.addTrigger('Very private name');
  await expect.poll(() => ana.home.knows(), soon).toEqual(['Very private name']);
  const address = await ana.addressOf(trigger);
  await fire(address, { headers: { 'idempotency-key': 'very-private-key' } });
  await fire(address.split('?')[0] ?? '', { headers: { authorization: `Bearer ${new URL(address).search.slice(7)}` } });
  await fire(`${address}wrong`);
  for (const how of [
    { code: 'INVALID_REQUEST_EXCEPTION' },
    { code: 'THROTTLING_EXCEPTION' },
    { cut: 'after' as const },
  ]) {
    await misbehaveOnEvents(trigger.deviceId, how);
    await fire(address);
  }
  await ana.send('POST', '/api/triggers', { name: 'x', description: 'very private words' });
  await ana.send('POST', '/api/workspaces', { name: 'Very private workspace' });
  await ana.get('/api/triggers', { 'x-workspace-id': 'abc' });
  await ana.get(`/api/triggers/${trigger.id}/executions?cursor=made-up`);
  await useTheVoice(ana, trigger.deviceId);
  await liveWithAlexa(ana, address, trigger);
  await ana.home.discover();
  // Alexa ends the account link after this directive, so it comes last.
  await ana.home.directive({ ...activation, endpointId: trigger.deviceId, token: 'Atza|very-private-token' });
  await ana.home.disableSkill();
  await fire(address);
  const run = await ana.send('POST', `/api/triggers/${trigger.id}/execute`);
  return { address, token: (await ana.current()).workspaceToken, lastRun: run.headers.get('x-request-id') ?? '' };
}

const activation = { namespace: 'Alexa.SceneController', name: 'Activate' };

async function useTheVoice(ana: JourneyPerson, endpointId: string): Promise<void> {
  await ana.home.say('Alexa, turn on very private name');
  await ana.home.directive({ namespace: 'Alexa', name: 'ReportState', endpointId });
  await ana.home.directive({ ...activation, endpointId: 'trg-very-private' });
  await ana.home.directive({ namespace: 'Alexa.Nonsense', name: 'Nonsense', endpointId });
  const grant = { type: 'OAuth2.AuthorizationCode', code: 'very-private-code' };
  await ana.home.directive({ namespace: 'Alexa.Authorization', name: 'AcceptGrant', payload: { grant } });
}

/** Tokens expire, the region changes, contacts open, devices come, change and go, and the account is linked again. */
async function liveWithAlexa(ana: JourneyPerson, address: string, trigger: Trigger): Promise<void> {
  await expireTokens(ana.name);
  await letTokenRunOut(trigger.workspaceId);
  await fire(address);
  await ana.home.moveTo('FE');
  await fire(address);
  await startByContact(trigger);
  await ana.resync(trigger.id);
  await fire(address);
  await ana.change(trigger.id, { name: 'Very private renamed' });
  await ana.change(trigger.id, { enabled: false });
  await ana.send('DELETE', `/api/triggers/${trigger.id}`);
  await expect.poll(() => ana.home.knows(), soon).toEqual([]);
  await ana.addTrigger('Very private second');
  await ana.unlinkAmazon(trigger.workspaceId);
  await expect.poll(() => ana.home.knows(), soon).toEqual([]);
  await ana.linkAmazon();
  await ana.addTrigger('Very private third');
  await expect.poll(() => ana.home.knows(), soon).toEqual(['Very private third']);
}
