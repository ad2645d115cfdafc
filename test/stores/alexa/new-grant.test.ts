import { beforeEach, describe, expect, test } from 'vitest';

import { sendToGateway, type Sent } from '#functions/alexa/events/send-to-gateway.ts';
import { createTokenMemory } from '#functions/alexa/events/token-memory.ts';
import type { TokenHolder } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';
import type { GatewayReply } from '#functions/providers/alexa-events.ts';

import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld, type AlexaWorld } from '../../support/worlds/alexa-world.ts';

const minute = 60_000;
const clock = aClock();
const home = { workspaceId: 1, userId: 'ana', account: 'amzn1.account.ANA' };

let table: Table;
let world: AlexaWorld;
/** The answer of the gateway, and the messages that it received. */
let gateway: { answer: GatewayReply['outcome']; heard: string[] };
let send: (holder: TokenHolder, build: (token: string) => object, deadline: Deadline) => Promise<Sent>;

/** A skill that was enabled just now, with one trigger that Alexa knows. */
beforeEach(async () => {
  table = await aTable();
  gateway = { answer: 'accepted', heard: [] };
  world = alexaWorld(
    table,
    {
      ...aFakeAlexa(),
      sender:
        () =>
        (...asked) =>
          send(...asked),
    },
    clock,
  );
  const deps = {
    ...world.providers.renewing,
    tokens: world.tokens,
    memory: createTokenMemory(world.ground.seal),
    gateway: {
      regions: ['NA'] as const,
      send: ({ message }: { message: object }) => {
        gateway.heard.push(JSON.stringify(message).includes('AddOrUpdateReport') ? 'device' : 'run');
        return Promise.resolve({ outcome: gateway.answer });
      },
    },
  };
  send = (holder, build, deadline) => sendToGateway(deps, holder, build, deadline);
  await world.addWorkspace(home.workspaceId, home.userId, true);
  await world.link(home.userId, home.workspaceId, home.account);
  await world.createTrigger(home.workspaceId, 'Good night');
  await world.settle();
  await world.enableSkill(home.account);
  gateway.heard = [];
});

const run = async () => (await send(home, () => ({ header: 'run' }), deadlineIn(clock.now, 5_500))).outcome;
const skill = async () => {
  const access = await world.tokens.findAccess(home);
  return access?.unknownAt === undefined ? access?.state : 'unknown';
};

describe('after a run that met SKILL_NOT_FOUND within ten minutes of the grant', () => {
  test('finds out without another run that Alexa does not know the skill', async () => {
    clock.advance(4 * minute);
    gateway.answer = 'reinstall';
    expect([await run(), await run()]).toEqual(['reinstallSkill', 'reinstallSkill']);
    expect(await world.waiting()).toHaveLength(1);
    await world.sweep();
    expect(await skill()).toBe('valid');
    clock.advance(6 * minute - 1);
    await world.sweep();
    expect(await skill()).toBe('valid');
    clock.advance(1);
    await world.sweep();
    expect(await skill()).toBe('unknown');
    expect(gateway.heard).toEqual(['run', 'run', 'device']);
    expect(Object.values(await world.inAlexa(home.workspaceId))).toMatchObject([
      { state: 'skillOff', reason: 'amazon.skillNotFound' },
    ]);
    await world.settle();
    expect(await world.waiting()).toEqual([]);
  });

  test.each([
    ['has spread by then', 'accepted', 'valid'],
    ['is over at Amazon', 'skillDisabled', 'revoked'],
  ] as const)('asks the gateway, and learns that the grant %s', async (_case, answer, state) => {
    gateway.answer = 'neverEnabled';
    await run();
    gateway.answer = answer;
    clock.advance(10 * minute);
    await world.sweep();
    expect(await skill()).toBe(state);
    expect(gateway.heard.slice(-1)).toEqual(['device']);
    await world.settle();
    expect(await world.waiting()).toEqual([]);
  });

  test('asks again until the gateway answers', async () => {
    gateway.answer = 'reinstall';
    await run();
    clock.advance(10 * minute);
    gateway.answer = 'unavailable';
    await world.sweep();
    expect(await skill()).toBe('valid');
    gateway.answer = 'reinstall';
    await world.settle();
    expect(await skill()).toBe('unknown');
  });

  test('asks nothing once the account is unlinked', async () => {
    gateway.answer = 'reinstall';
    await run();
    await world.unlink(home.userId, home.workspaceId);
    gateway.answer = 'accepted';
    gateway.heard = [];
    clock.advance(10 * minute);
    await world.settle();
    expect(gateway.heard).not.toContain('device');
  });
});
