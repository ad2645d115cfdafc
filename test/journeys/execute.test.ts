import { describe, expect, test } from 'vitest';

import { refusalIn } from './kit/answers.ts';
import { guests } from './kit/guests.ts';
import { eventsFor, misbehaveOnEvents } from './kit/orders.ts';
import { newcomer, settled } from './kit/person.ts';
import { soon } from './kit/soon.ts';

const guest = guests('execute');

test(
  'fires a trigger by click and records the user in the history',
  { tags: ['spec-3.3', 'spec-11.2', 'spec-262.1'] },
  async () => {
    const ana = await settled(guest());
    const run = await ana.execute(ana.trigger.id);
    expect(run).toMatchObject({ success: true, outcome: 'sent', executionId: expect.any(String) });
    expect(run.message).not.toBe('');
    expect(run.errorKey).toBeUndefined();
    expect(await ana.home.eventCount(ana.trigger.deviceId)).toBe(1);
    const { name } = await ana.whoAmI();
    await expect
      .poll(() => ana.history(ana.trigger.id), soon)
      .toEqual([expect.objectContaining({ id: run.executionId, channel: 'click', outcome: 'sent', who: name })]);
    expect((await ana.triggers())[0]?.lastExecuted).toEqual(expect.any(String));
  },
);

test(
  'answers 404 for an unknown trigger and for a trigger of another own workspace',
  { tags: 'spec-262.1' },
  async () => {
    const ana = await settled(guest());
    const { id } = await ana.addWorkspace('Second');
    const at = { 'x-workspace-id': String(id) };
    const notFound = { status: 404, errorKey: 'trigger.notFound' };
    expect(refusalIn(await ana.send('POST', '/api/triggers/unknown/execute'))).toEqual(notFound);
    expect(refusalIn(await ana.send('POST', '/api/triggers/%20/execute'))).toEqual(notFound);
    expect(refusalIn(await ana.send('POST', `/api/triggers/${ana.trigger.id}/execute`, undefined, at))).toEqual(
      notFound,
    );
    expect(await eventsFor(ana.trigger.deviceId)).toEqual([]);
  },
);

describe('409 for a disconnected Amazon account', () => {
  test('answers 409 after the user disabled the skill', { tags: ['spec-262.1', 'spec-301.1'] }, async () => {
    const ana = await settled(guest());
    await ana.home.disableSkill();
    const answer = await ana.send('POST', `/api/triggers/${ana.trigger.id}/execute`);
    expect(refusalIn(answer)).toEqual({ status: 409, errorKey: 'amazon.grantRevoked' });
    expect(answer.json()).toMatchObject({
      error: 'Amazon token expired, reconnect your Amazon account on the authentication page',
    });
    await expect
      .poll(async () => (await ana.history(ana.trigger.id)).map((run) => run.outcome), soon)
      .toEqual(['grantRevoked']);
  });

  test('answers 409 after Amazon no longer knows the skill', { tags: 'spec-301.1' }, async () => {
    const ana = await settled(guest());
    await misbehaveOnEvents(ana.trigger.deviceId, { code: 'SKILL_NOT_FOUND_EXCEPTION' });
    const answer = await ana.send('POST', `/api/triggers/${ana.trigger.id}/execute`);
    expect(refusalIn(answer)).toEqual({ status: 409, errorKey: 'amazon.reinstallSkill' });
  });
});

describe('200 for all other outcomes', () => {
  test.each([
    ['throttled', { code: 'THROTTLING_EXCEPTION' }, 'alexa.throttled'],
    ['unavailable', { code: 'INTERNAL_SERVICE_EXCEPTION' }, 'alexa.unavailable'],
    ['rejected', { code: 'INVALID_REQUEST_EXCEPTION' }, 'alexa.rejected'],
    ['unknown', { cut: 'after' as const }, 'alexa.unknownOutcome'],
    ['skillNotEnabled', { code: 'SKILL_NEVER_ENABLED_EXCEPTION', next: 3 }, 'amazon.skillNotEnabled'],
  ])('answers 200 with the outcome %s', { tags: 'spec-303.1' }, async (outcome, how, errorKey) => {
    const ana = await settled(guest());
    await misbehaveOnEvents(ana.trigger.deviceId, how);
    const run = await ana.execute(ana.trigger.id);
    expect(run).toMatchObject({ success: false, outcome, errorKey });
    expect(run.message).not.toBe('');
    expect((await ana.triggers())[0]?.lastExecuted).toBeNull();
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });

  test('answers 200 with a failure for a disabled trigger', { tags: 'spec-149.3' }, async () => {
    const ana = await settled(guest());
    await ana.change(ana.trigger.id, { enabled: false });
    expect(await ana.execute(ana.trigger.id)).toMatchObject({
      success: false,
      outcome: 'disabled',
      errorKey: 'trigger.disabled',
    });
    expect(await eventsFor(ana.trigger.deviceId)).toEqual([]);
  });

  test('answers 200 with a failure for a skill that was never enabled', { tags: 'spec-303.1' }, async () => {
    const ana = await newcomer(guest());
    await ana.linkAmazon();
    const { id } = await ana.addTrigger('Good night');
    expect(await ana.execute(id)).toMatchObject({ success: false, outcome: 'skillNotEnabled' });
  });
});
