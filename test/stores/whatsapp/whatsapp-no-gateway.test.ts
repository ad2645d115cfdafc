import { beforeAll, expect, test } from 'vitest';

import type { Table } from '#functions/data/table.ts';
import { whatsappHandlers } from '#functions/whatsapp/handlers.ts';
import { anAssertion } from '#web/testing/a-passkey.ts';

import { aLineGateway } from '../../support/worlds/a-line-gateway.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock } from '../../support/worlds/alexa-world.ts';
import { anEvent } from '../../support/worlds/an-event.ts';
import { whatsappWorld } from '../../support/worlds/whatsapp-world.ts';

let table: Table;
beforeAll(async () => void (table = await aTable()));

async function aStageWithout() {
  const clock = aClock();
  const gateway = aLineGateway(clock.now);
  const world = whatsappWorld(table, gateway, clock);
  const userId = 'no-gateway';
  const workspaceId = await world.addReady(userId);
  const instanceId = await world.pair(userId, workspaceId);
  const handlers = whatsappHandlers({ ...world.deps, gateways: { ...gateway.gateways, shards: [] } });
  const event = anEvent({ route: 'GET /api/zapbox-instances' });
  const call = {
    event,
    requestId: 'r',
    startedAt: new Date(0),
    setCookie: () => undefined,
    params: { id: instanceId },
  };
  return { handlers, call, person: { userId, name: 'Ana', sessionIdHash: 'session', workspaceId } };
}

test('refuses every call that needs a gateway on a stage without one', { tags: 'spec-323.1' }, async () => {
  const { handlers, call, person } = await aStageWithout();
  const asked = { ...call, query: {}, body: undefined };
  const group = { jid: '120363999000111222@g.us', name: 'Casa', workspaceId: person.workspaceId };
  const calls = [
    () => handlers.connectInstance({ ...asked, params: {}, body: {} }, person),
    () => handlers.instanceQrCode(asked, person),
    () => handlers.requestPairingCode({ ...asked, body: { phone: '5511955500001' } }, person),
    () => handlers.instanceLogged(asked, person),
    () => handlers.groupsOfInstance(asked, person),
    () => handlers.readPasskey(asked, person),
    () => handlers.answerPasskey({ ...asked, body: { assertion: anAssertion('abc') } }, person),
    () => handlers.confirmPasskey(asked, person),
    () => handlers.linkGroup({ ...asked, params: {}, body: group }, person),
  ];
  for (const ask of calls) {
    await expect(ask()).rejects.toEqual(expect.objectContaining({ code: 'whatsapp.notConfigured', status: 503 }));
  }
});

test('shows what is stored on a stage without a gateway', async () => {
  const { handlers, call, person } = await aStageWithout();
  const asked = { ...call, params: {}, query: {}, body: undefined };
  expect(await handlers.currentInstance(asked, person)).toMatchObject({ instance: { chipStatus: 'CONNECTED' } });
  expect(await handlers.listGroups(asked, person)).toEqual([]);
});
