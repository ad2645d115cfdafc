import { describe, expect, inject, test } from 'vitest';

import { codesSent, enablingOf } from '../kit/alexa-orders.ts';
import { refusalIn } from '../kit/answers.ts';
import { endOf, ends } from '../kit/connect.ts';
import { guests } from '../kit/guests.ts';
import { inboxOf } from '../kit/inbox.ts';
import { withGroup } from '../kit/number.ts';
import { misbehaveFor, revokeGrant } from '../kit/orders.ts';
import { settledAtRest, type JourneyPerson } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { forgetStageRefusals, letGrantAge } from '../kit/table.ts';
import { fire, runIn } from '../kit/webhook-call.ts';

const guest = guests('reconnect');
/** A member of every group. */
const bruno = guest();

type Settled = Awaited<ReturnType<typeof settledAtRest>>;

/** The two ways in which a grant ends, with the reason that the status shows. */
const waysToEnd: readonly [string, (person: JourneyPerson) => Promise<unknown>, string][] = [
  ['withdrawn at Amazon (Carla)', ({ name }) => revokeGrant(name), 'amazon.accessEnded'],
  ['ended with the skill, disabled in her home (Davi)', ({ home }) => home.disableSkill(), 'amazon.skillDisabled'],
];

const reconnect = { status: 409, outcome: 'grantRevoked', errorKey: 'amazon.grantRevoked' };
const reinstall = { status: 409, outcome: 'reinstallSkill', errorKey: 'amazon.reinstallSkill' };

async function expectReaction({ home, address, trigger }: Settled): Promise<void> {
  await expect.poll(() => home.knows(), soon).toEqual([trigger.name]);
  const before = await home.eventCount(trigger.deviceId);
  expect(runIn(await fire(address))).toMatchObject({ status: 200, outcome: 'sent' });
  expect(await home.eventCount(trigger.deviceId)).toBe(before + 1);
}

describe.each(waysToEnd)('the grant is %s', (_, end, reason) => {
  test('refuses a run, reconnects with one click and reaches the home again', async () => {
    const ana = await settledAtRest(guest());
    await end(ana);
    expect(runIn(await fire(ana.address))).toMatchObject(reconnect);
    expect(await ana.amazon()).toMatchObject({ skill: 'revoked', reason, mend: 'reconnect', expiresDate: null });
    const address = `${ana.name}@example.com`;
    await expect.poll(async () => (await inboxOf(address)).length, soon).toBe(1);
    expect((await inboxOf(address))[0]?.text).toContain('“Reconnect account”');

    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    const status = await ana.amazon();
    expect(status).toMatchObject({ skill: 'active', expiresDate: expect.any(String) });
    for (const gone of ['mend', 'reason', 'revokedAt', 'connecting']) expect(status).not.toHaveProperty(gone);
    expect(await codesSent(ana.name)).toHaveLength(1);
    await expectReaction(ana);
    expect(await inboxOf(address)).toHaveLength(1);
  });

  test('suggests the Alexa app everywhere when Alexa refuses to reconnect, and works after that', async () => {
    const ana = await withGroup(guest(), [bruno]);
    await end(ana);
    expect(runIn(await fire(ana.address))).toMatchObject(reconnect);
    await misbehaveFor('alexa', ana.name, { match: 'POST /alexa/v1', code: 'forbidden' });
    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    await forgetStageRefusals();

    expect(await ana.amazon()).toMatchObject({
      skill: 'revoked',
      mend: 'reinstall',
      connecting: { problem: 'amazon.enablementRefused' },
    });
    const run = await fire(ana.address);
    expect(runIn(run)).toMatchObject(reinstall);
    const deed = reason === 'amazon.skillDisabled' ? '"Enable' : 'Disable and enable';
    const page = `/amazon-auth?id=${ana.trigger.workspaceId}`;
    expect(run.text).toMatch(new RegExp(`${deed} the skill in the Alexa app, then try again. http\\S+`));
    expect(run.text).toContain(`${page}"`);
    expect(run.text).toMatch(/"skillPage":"http[^"]+"/);
    expect(refusalIn(await ana.send('POST', `/api/triggers/${ana.trigger.id}/execute`))).toEqual({
      status: 409,
      errorKey: reason === 'amazon.skillDisabled' ? 'amazon.enableSkill' : 'amazon.reinstallSkill',
    });
    await ana.group.say(bruno, 'good night');
    await ana.line.heard();
    const [answer, ...more] = (await ana.group.answers()).map(({ text }) => text);
    expect(more).toEqual([]);
    expect(answer).toMatch(
      reason === 'amazon.skillDisabled'
        ? /The Alexa skill was disabled\. Enable it in the Alexa app\.\nhttp/
        : /Disable and enable the skill in the Alexa app\.\nhttp/,
    );
    expect(endOf(await ana.connectAlexa())).toBe(ends.reinstall);

    await ana.home.disableSkill();
    await ana.home.enableSkill();
    const status = await ana.amazon();
    expect(status).toMatchObject({ skill: 'active' });
    for (const gone of ['mend', 'reason', 'connecting']) expect(status).not.toHaveProperty(gone);
    await expectReaction(ana);
  });
});

test('reports a disabled skill on the page and by e-mail without any run', async () => {
  const ana = await settledAtRest(guest());
  await ana.home.disableSkill();
  await expect.poll(async () => (await ana.amazon()).skill, soon).toBe('revoked');
  expect(await ana.amazon()).toMatchObject({ mend: 'reconnect' });
  const address = `${ana.name}@example.com`;
  await expect.poll(async () => (await inboxOf(address)).length, soon).toBe(1);
  expect((await inboxOf(address))[0]?.text).toContain(`${inject('stack').appUrl}/amazon-auth`);
  expect(endOf(await ana.connectAlexa())).toBe(ends.done);
  await expectReaction(ana);
});

describe('Alexa no longer knows the skill although the grant seems valid', () => {
  test.each([
    ['SKILL_NOT_FOUND_EXCEPTION', 'reinstallSkill'],
    ['ACCOUNT_NOT_FOUND_EXCEPTION', 'reinstallSkill'],
    ['SKILL_NEVER_ENABLED_EXCEPTION', 'skillNotEnabled'],
  ])('offers to reconnect after %s and reaches the home again after one click', async (code, outcome) => {
    const name = guest();
    await enablingOf(name, { tokens: 'kept', events: 'missing' });
    const ana = await settledAtRest(name);
    await letGrantAge(ana.trigger.workspaceId);
    await ana.home.disableSkill();
    await misbehaveFor('alexa', name, { match: '/v3/events', code, next: 100 });
    expect(runIn(await fire(ana.address))).toMatchObject({ status: 409, outcome });
    expect(await ana.amazon()).toMatchObject({ skill: 'notEnabled', mend: 'reconnect', expiresDate: null });
    await misbehaveFor('alexa', name, { next: 0 });

    expect(endOf(await ana.connectAlexa())).toBe(ends.done);
    const status = await ana.amazon();
    expect(status).toMatchObject({ skill: 'active', expiresDate: expect.any(String) });
    for (const gone of ['mend', 'connecting']) expect(status).not.toHaveProperty(gone);
    expect(await codesSent(name)).toHaveLength(1);
    await expectReaction(ana);
  });

  test('shows the skill as active again once Alexa accepts an event', async () => {
    const ana = await settledAtRest(guest());
    await letGrantAge(ana.trigger.workspaceId);
    await misbehaveFor('alexa', ana.name, { match: '/v3/events', code: 'SKILL_NOT_FOUND_EXCEPTION' });
    await fire(ana.address);
    expect(await ana.amazon()).toMatchObject({ skill: 'notEnabled' });
    expect(runIn(await fire(ana.address))).toMatchObject({ status: 200, outcome: 'sent' });
    expect(await ana.amazon()).toMatchObject({ skill: 'active' });
  });
});
