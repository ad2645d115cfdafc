import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import { createEnablingRefusedStore } from '#functions/data/alexa/enabling-refused-store.ts';
import { deviceIdOf, type Run } from '#functions/data/items/trigger-item.ts';
import { accessKey, triggerKey, workspaceKey } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { createExecutionStore } from '#functions/data/triggers/execution-store.ts';
import { createPermitStore } from '#functions/data/triggers/permit-store.ts';
import { createRunStore } from '#functions/data/triggers/run-store.ts';
import { outcomeWords } from '#functions/operator/explain/outcome-words.ts';
import { parseStage } from '#infra/config.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';
import { minuteOf, noLimits } from '#shared/rules/execution/rate-limit.ts';

import { aFakeAlexa } from '../../support/worlds/a-fake-alexa.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { aClock, alexaWorld } from '../../support/worlds/alexa-world.ts';
import { anOperator } from '../../support/worlds/an-operator.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';

let table: Table;
beforeAll(async () => void (table = await aTable()));

const clock = aClock();
const fakeAlexa = aFakeAlexa();
let people = 0;

const aRun = (at: Date, changes: Partial<Run> = {}): Run => ({
  id: randomUUID(),
  at: at.toISOString(),
  channel: 'webhook',
  outcome: 'sent',
  ms: 120,
  stages: { read: 5, send: 110 },
  requestId: randomUUID(),
  ...changes,
});

async function aScene(name = `Light ${randomUUID().slice(0, 8)}`) {
  people += 1;
  const world = alexaWorld(table, fakeAlexa, clock);
  const workspaceId = 7_000_000 + people;
  const userId = `person-${people}-${randomUUID()}`;
  const amazonUserId = `amzn1.account.${randomUUID()}`;
  await world.addWorkspace(workspaceId, userId, true);
  await world.link(userId, workspaceId, amazonUserId);
  await world.enableSkill(amazonUserId);
  const triggerId = (await world.createTrigger(workspaceId, name)) ?? '';
  const executions = createExecutionStore(table, clock.now);
  return {
    world,
    name,
    workspaceId,
    userId,
    amazonUserId,
    triggerId,
    deviceId: deviceIdOf(triggerId),
    keep: async (run: Run) => void (await executions.keep({ workspaceId, triggerId }, run, undefined)),
    ask: anOperator(table, { now: clock.now }),
  };
}

const minute = 60_000;
const ago = (ms: number): Date => new Date(clock.now().getTime() - ms);
const clockTime = (at: Date): string => at.toISOString().slice(11, 16);

describe('the runs of a trigger', () => {
  test('explains a run with its outcome, its fix, its milliseconds and how to find it in the logs', async () => {
    const { ask, keep, deviceId, name, workspaceId } = await aScene();
    const [right, before] = [
      aRun(ago(60 * minute), { outcome: 'disabled', ms: 35, stages: { read: 12 } }),
      aRun(ago(120 * minute)),
    ];
    await keep(right);
    await keep(before);
    const { code, text } = await ask('explain', deviceId, '--at', clockTime(ago(60 * minute)));
    expect(code).toBe(0);
    expect(text).toContain(`Trigger "${name}" of workspace ${workspaceId}`);
    expect(text).toContain('NOT SENT (disabled)');
    expect(text).toContain('The trigger was disabled.');
    expect(text).toContain('The owner enables it');
    expect(text).toContain('35 ms: read 12');
    expect(text).toContain(`run ${right.id}, request ${right.requestId}`);
    expect(text).toContain('/aws/lambda/recado-prod-webhook');
    expect(text).toContain(`filter executionId in ["${right.id}", "${right.requestId}"]`);
    expect(text).not.toContain(before.id);
  });

  test('shows a run in the time zone of the operator', async () => {
    const { ask, keep, deviceId } = await aScene();
    const run = aRun(ago(60 * minute));
    await keep(run);
    const there = new Date(Date.parse(run.at) - 3 * 60 * minute).toISOString();
    const { text } = await ask('explain', deviceId, '--at', clockTime(new Date(there)), '--zone', 'America/Sao_Paulo');
    expect(text).toContain(`${there.slice(11, 23)}  by webhook: SENT`);
    expect(text).toContain('(America/Sao_Paulo)');
  });

  test('explains a trigger without recorded runs', async () => {
    const { ask, deviceId, workspaceId } = await aScene();
    const { code, text } = await ask('explain', deviceId, '--since', '2h', '--until', '1h');
    expect(code).toBe(0);
    expect(text).toContain('No runs or refusals');
    expect(text).toContain('its token was wrong');
    expect(text).toContain(`workspaceId = ${workspaceId}`);
  });

  test('shows a run that is not in the history yet', async () => {
    const { ask, workspaceId, triggerId } = await aScene();
    const run = aRun(ago(1_000));
    await createRunStore(table, clock.now).record(workspaceId, triggerId, run, { executed: true, opened: false });
    expect((await ask('explain', triggerId)).text).toContain(`run ${run.id}`);
  });

  test('has a text for every outcome', async () => {
    const { ask, keep, deviceId } = await aScene();
    for (const outcome of outcomeNames) await keep(aRun(ago(minute), { outcome }));
    const { text } = await ask('explain', deviceId);
    for (const outcome of outcomeNames) {
      const words = { yes: 'webhook: SENT', maybe: `MAYBE SENT (${outcome})`, no: `: NOT SENT (${outcome})` };
      expect(text).toContain(words[outcomes[outcome].reached]);
      expect(text).toContain(outcomeWords[outcome].is);
    }
  });
});

describe('a run that its routine should confirm', () => {
  const openMs = 60_000;
  test.each([
    [{ outcome: 'unknown', openMs, ranMs: 2_430 }, 'RAN after 2.4 s', 'Its routine confirmed that it ran.'],
    [{ openMs, ranMs: 2_430 }, 'RAN after 2.4 s', 'Its routine confirmed that it ran.'],
    [{ openMs, answer: 'shared' }, 'SENT, one of several confirmed', 'it is unknown which one ran'],
    [{ openMs }, 'SENT, no answer', 'Alexa accepted the event. Its routine did not confirm it.'],
    [{ openMs: 600_000 }, 'SENT, no answer yet', 'Its routine has not confirmed it yet.'],
    [{ outcome: 'unknown', openMs }, 'MAYBE SENT (unknown), no answer', 'it may have run'],
  ] as const)('describes %o as %s', async (changes, headline, words) => {
    const { ask, keep, deviceId } = await aScene();
    await keep(aRun(ago(2 * minute), changes));
    const { text } = await ask('explain', deviceId);
    expect(text).toContain(`by webhook: ${headline}\n`);
    expect(text).toContain(words);
    expect(text).not.toContain('does not confirm its runs');
  });
});

describe('the subject to explain', () => {
  test('accepts a workspace, a trigger by id, device or name, a run or a request', async () => {
    const { ask, keep, workspaceId, triggerId, deviceId, name, userId } = await aScene();
    const run = aRun(ago(minute));
    await keep(run);
    const words = [String(workspaceId), triggerId, deviceId, name, name.toUpperCase(), run.id, run.requestId ?? ''];
    for (const word of words) {
      const { code, text } = await ask('explain', word);
      expect([word, code, text.includes(`run ${run.id}`)]).toEqual([word, 0, true]);
    }
    expect((await ask('explain', '--person', userId)).text).toContain(`run ${run.id}`);
    expect((await ask('explain', name, '--workspace', String(workspaceId))).text).toContain(`run ${run.id}`);
  });

  test('asks when several triggers have the name, and explains a deleted trigger by its history', async () => {
    const shared = `Gate ${randomUUID().slice(0, 8)}`;
    const scenes = [];
    for (let count = 0; count < 4; count += 1) scenes.push(await aScene(shared));
    const [scene] = scenes;
    if (!scene) throw new Error('There is a first one.');
    const many = await scene.ask('explain', shared);
    expect([many.code, many.text.includes('4 matches; name one of these')]).toEqual([1, true]);
    expect((await scene.ask('explain', shared, '--person', scene.userId)).code).toBe(0);

    await scene.keep(aRun(ago(minute)));
    await scene.world.unlink(scene.userId, scene.workspaceId);
    const gone = await scene.ask('explain', scene.triggerId);
    expect(gone.text).toContain('It no longer exists');
    expect(gone.text).toContain('by webhook: SENT');
  });

  test.each([
    [[], 'Name a workspace, a trigger or a run to explain'],
    [['no such thing'], 'Nothing has the name or id "no such thing"'],
    [['1', '2'], 'Usage: npm run ops'],
    [['1', '--at', 'noon'], '"noon" is not a time'],
    [['1', '--at', '25:99'], '"25:99" is not a time'],
    [['1', '--at', '10:00', '--since', '2h'], 'Use either --at'],
    [['1', '--since', '1h', '--until', '2h'], '--since is to be before --until'],
    [['1', '--zone', 'Atlantis'], 'There is no time zone "Atlantis"'],
    [['1', '--workspace', 'mine'], '"mine" is not a workspace id'],
    [['1', '--colour'], "Unknown option '--colour'"],
    [['--person', 'nobody@example.com'], 'No user has this e-mail address.'],
  ])('answers %j with one sentence', async (words, sentence) => {
    const { code, text, errors } = await anOperator(table, { now: clock.now })('explain', ...words);
    expect([code, text]).toEqual([2, '']);
    expect(errors).toContain(sentence);
    expect(errors).not.toContain('\n');
  });
});

describe('the state of a workspace', () => {
  test('shows workspace, account, skill, plan, number, pending work and trigger', async () => {
    const { ask, deviceId, userId, world } = await aScene();
    await world.settle();
    const { text } = await ask('explain', deviceId);
    expect(text).toContain(`active, of user ${userId}`);
    expect(text).toMatch(/Amazon account +linked since/);
    expect(text).toMatch(/Alexa skill +enabled, permission since/);
    expect(text).toMatch(/Plan +free; never subscribed/);
    expect(text).toMatch(/WhatsApp +no number/);
    expect(text).toMatch(/Waiting work +none/);
    expect(text).toMatch(/Trigger +nothing in the way, never sent/);
  });

  test('names the failed steps of a trigger', async () => {
    const { ask, deviceId, workspaceId, world } = await aScene();
    const made = await world.triggerAt(workspaceId, 0);
    if (!made) throw new Error('There is a trigger.');
    await world.triggers.change(made.trigger, { enabled: false }, made.link);
    const { text } = await ask('explain', deviceId);
    expect(text).toMatch(/Trigger +switchedOn failed \(This trigger is switched off.*\), device waiting, never sent/);
    const access = await world.tokens.findAccess({ workspaceId });
    if (access) await world.tokens.revoke({ workspaceId }, access);
    expect((await ask('explain', deviceId)).text).toMatch(
      /Trigger +switchedOn failed .*, permission failed, never sent/,
    );
  });

  test('names a condition that blocks the trigger now, and a routine that stopped confirming', async () => {
    const { ask, deviceId, workspaceId, world } = await aScene();
    await world.settle();
    const made = await world.triggerAt(workspaceId, 0);
    if (!made) throw new Error('There is a trigger.');
    const conditions = { from: new Date(clock.now().getTime() + minute).toISOString(), channels: ['click' as const] };
    await world.triggers.change(made.trigger, { conditions, receipt: true }, made.link);
    await setAttributes(table, triggerKey(workspaceId, made.trigger.id), { 'receipt.silent': 2 });
    const { text } = await ask('explain', deviceId);
    expect(text).toMatch(/Trigger +conditions failed \(.*\), .*routine failed, never sent/);
  });

  test('names an exceeded limit per minute, by the limits of the stage', async () => {
    const { ask, deviceId, workspaceId, triggerId, world } = await aScene();
    await world.settle();
    const limited = anOperator(table, {
      now: clock.now,
      settings: parseStage('beta', { runsPerMinute: 2, workspaceRunsPerMinute: 50 }),
    });
    const permits = createPermitStore(table);
    const place = { workspaceId, triggerId, minute: minuteOf(clock.now()) };
    for (const _ of [1, 2]) await permits.take(place, noLimits);
    expect((await limited('explain', deviceId)).text).toMatch(/Trigger +rate failed \(This trigger ran too often/);
    expect((await ask('explain', deviceId)).text).toMatch(/Trigger +nothing in the way/);
    for (let taken = 2; taken < 30; taken += 1) await permits.take(place, noLimits);
    expect((await ask('explain', deviceId)).text).toMatch(/Trigger +rate failed/);
  });

  test('names what blocks only the channels of the recorded runs', async () => {
    const { ask, keep, deviceId, workspaceId, world } = await aScene();
    await world.settle();
    const made = await world.triggerAt(workspaceId, 0);
    if (!made) throw new Error('There is a trigger.');
    await world.triggers.change(made.trigger, { conditions: { channels: ['click', 'group'] } }, made.link);
    expect((await ask('explain', deviceId)).text).toMatch(/Trigger +nothing in the way/);
    for (const channel of ['webhook', 'click', 'webhook'] as const) await keep(aRun(ago(minute), { channel }));
    const { text } = await ask('explain', deviceId);
    expect(text).toMatch(/Trigger +by webhook conditions failed \([^)]+\), never sent/);
  });

  test('names the confirming device when Alexa does not know it', async () => {
    const { ask, deviceId, workspaceId, world } = await aScene();
    await world.settle();
    const made = await world.triggerAt(workspaceId, 0);
    if (!made) throw new Error('There is a trigger.');
    await world.triggers.change(made.trigger, { receipt: true }, made.link);
    const { text } = await ask('explain', deviceId);
    expect(text).toContain(`device "${made.trigger.name} ok" waiting`);
  });

  test('shows an unlinked workspace with its pending cleanup', async () => {
    const { ask, world, workspaceId, userId } = await aScene();
    await world.unlink(userId, workspaceId);
    const { text } = await ask('explain', String(workspaceId));
    expect(text).toContain('none linked');
    expect(text).toMatch(/Waiting work +cleanUp since/);
  });

  test('shows the fix for an ended permission, and only the Alexa app if Amazon refused', async () => {
    const { ask, world, workspaceId } = await aScene();
    const access = await world.tokens.findAccess({ workspaceId });
    if (access) await world.tokens.setKnown({ workspaceId }, access, false);
    const unknown = await ask('explain', String(workspaceId));
    expect(unknown.text).toMatch(/Alexa skill +unknown to Alexa, permission since .*; the fix is "Reconnect account"/);
    if (access) await world.tokens.revoke({ workspaceId }, access);
    const { text } = await ask('explain', String(workspaceId));
    const refusals = createEnablingRefusedStore(table, clock.now, {
      skill: 'amzn1.ask.skill.1 live',
      clientId: () => Promise.resolve('client'),
    });
    await refusals.note('stage', 'amzn1.account.OTHER');
    expect((await ask('explain', String(workspaceId))).text).toContain('Amazon does not let us enable it');
    await refusals.succeeded();
    expect(text).toMatch(
      /Alexa skill +ended .*: the skill was disabled or the permission removed; the fix is "Reconnect account" if/,
    );
    await setAttributes(table, accessKey({ workspaceId }), { reconnectRefusedAt: new Date().toISOString() });
    const refused = await ask('explain', String(workspaceId));
    expect(refused.text).toMatch(/the permission removed; Amazon does not let us enable it; only disabling/);
    expect(refused.text).not.toContain('Reconnect account');
    const skillOff = { at: new Date(clock.now().getTime() + 1_000).toISOString(), isSure: true };
    await setAttributes(table, workspaceKey(workspaceId), { 'link.skillOff': skillOff });
    expect((await ask('explain', String(workspaceId))).text).toContain('we disabled the skill, as its user asked');
  });

  test('shows no names, and shows who fired only when requested', async () => {
    const { ask, keep, deviceId, amazonUserId } = await aScene();
    await keep(aRun(ago(minute), { channel: 'group', who: 'Carla da Silva' }));
    for (const words of [[], ['--json']]) {
      const { text } = await ask('explain', deviceId, ...words);
      const secrets = ['Carla', 'ana@example.com', amazonUserId, 'sealed', 'hash'];
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
    expect((await ask('explain', deviceId, '--names')).text).toContain('run by Carla da Silva');
  });

  test('prints JSON for programs', async () => {
    const { ask, keep, deviceId, workspaceId, triggerId } = await aScene();
    const run = aRun(ago(minute));
    await keep(run);
    const reported: unknown = JSON.parse((await ask('explain', deviceId, '--json')).text);
    expect(reported).toMatchObject([
      { workspaceId, triggerId, permission: { state: 'valid' }, runs: [{ id: run.id }] },
    ]);
  });
});
