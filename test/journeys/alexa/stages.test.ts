import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { root, startStack, type Stack } from '../../local/stack.ts';
import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { journeyPeople } from '../../support/worlds/people.ts';
import { enablementCalls } from '../kit/alexa-orders.ts';
import { endOf, ends } from '../kit/connect.ts';
import { guests } from '../kit/guests.ts';
import { newcomer } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';

/** A separate stack, because its refusals would affect the users of all other journeys. */
const startStage = (table: string, env: Record<string, string> = {}): Promise<Stack> =>
  startStack({
    workers: 1,
    people: journeyPeople,
    logFile: join(root, '.cache', `functions-${table}-${process.pid}.log`),
    env: { DYNAMODB_ENDPOINT: inject('stack').dynamodbUrl, TABLE_NAME: table, ...env },
  });

const guest = guests('stages');
const onlyTheApp = { skill: 'notEnabled', mend: 'reinstall' };

describe('a stage that cannot enable the skill', () => {
  let stage: Stack;
  beforeAll(async () => void (stage = await startStage('journeys-by-hand', { ALEXA_SKILL_ID: '' })));
  afterAll(() => stage.close());

  test('links the account, suggests the Alexa app and detects the changes made there', async () => {
    const ana = await newcomer(guest(), { at: stage });
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    const linked = await ana.amazon();
    expect(linked).toMatchObject({ ...onlyTheApp, email: `${ana.name}@example.com` });
    expect(linked).not.toHaveProperty('connecting');
    expect(endOf(await ana.connectAlexa())).toBe(ends.reinstall);
    expect(await enablementCalls(ana.name, stage)).toEqual([]);

    await ana.home.enableSkill();
    const active = await ana.amazon();
    expect(active).toMatchObject({ skill: 'active' });
    expect(active).not.toHaveProperty('mend');
    await ana.home.disableSkill();
    await expect.poll(() => ana.amazon(), soon).toMatchObject({ skill: 'revoked', mend: 'reinstall' });
    expect(endOf(await ana.connectAlexa())).toBe(ends.reinstall);
    await ana.home.enableSkill();
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
    expect(await enablementCalls(ana.name, stage)).toEqual([]);
  });
});

describe('a stage whose skill Alexa does not know', () => {
  let stage: Stack;
  beforeAll(async () => void (stage = await startStage('journeys-unknown-skill')));
  afterAll(() => stage.close());

  test('suggests the Alexa app after 404 and skips the call to Alexa for the next user', async () => {
    const [ana, bia] = [await newcomer(guest(), { at: stage }), await newcomer(guest(), { at: stage })];
    const how = { person: ana.name, match: 'POST /alexa/v1', status: 404 };
    await sandboxClient(stage.sandboxUrl ?? '').json('/alexa/_misbehave', how);
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    const connecting = { problem: 'amazon.enablementNotConfigured' };
    expect(await ana.amazon()).toMatchObject({ ...onlyTheApp, connecting });
    expect((await enablementCalls(ana.name, stage)).map(({ method, status }) => [method, status])).toEqual([
      ['GET', 404],
      ['POST', 404],
    ]);

    expect(endOf(await bia.connectAlexa())).toBe(ends.done);
    const told = await bia.amazon();
    expect(told).toMatchObject(onlyTheApp);
    expect(told).not.toHaveProperty('connecting');
    expect(endOf(await bia.connectAlexa())).toBe(ends.reinstall);
    expect(await enablementCalls(bia.name, stage)).toEqual([]);

    for (const person of [ana, bia]) {
      await person.home.enableSkill();
      const status = await person.amazon();
      expect(status).toMatchObject({ skill: 'active' });
      expect(status).not.toHaveProperty('connecting');
    }
  });
});
