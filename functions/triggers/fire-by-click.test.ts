import { describe, expect, test } from 'vitest';

import { triggersContract } from '#shared/contracts/triggers.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import type { Outcome } from '#shared/rules/execution/outcomes.ts';

import type { RunRequest } from './execution/run.ts';
import { fireByClick } from './fire-by-click.ts';

const startedAt = new Date('2026-11-20T12:00:00.000Z');
const click = { workspaceId: 7, triggerId: 'good-night', person: { name: 'Ana' }, requestId: 'request-1', startedAt };

function aRun(outcome: Outcome, skillIsOff?: true) {
  const asked: RunRequest[] = [];
  const execute = (request: RunRequest) => {
    asked.push(request);
    return Promise.resolve({ outcome, executionId: 'run-1', ms: 12, ...(skillIsOff && { skillIsOff }) });
  };
  return { asked, fire: () => fireByClick({ execute }, click) };
}

test('returns success for a sent click, and passes the user and the time to the run', async () => {
  const run = aRun('sent');
  expect(await run.fire()).toEqual({
    success: true,
    message: 'Sent to Alexa.',
    outcome: 'sent',
    executionId: 'run-1',
    ms: 12,
  });
  expect(run.asked).toMatchObject([
    { channel: 'click', workspaceId: 7, triggerId: 'good-night', who: 'Ana', startedAt },
  ]);
});

describe('accounts to link again', () => {
  test.each([
    ['notLinked', 'amazon.notLinked'],
    ['grantRevoked', 'amazon.grantRevoked'],
    ['reinstallSkill', 'amazon.reinstallSkill'],
  ] as const)('throws a conflict when the outcome is %s', async (outcome, code) => {
    await expect(aRun(outcome).fire()).rejects.toEqual(expect.objectContaining({ code, status: 409 }));
  });
});

test('asks to enable a skill that is known to be off, and not to disable it', async () => {
  await expect(aRun('reinstallSkill', true).fire()).rejects.toMatchObject({ code: 'amazon.enableSkill', status: 409 });
  const { errorKey, message } = await aRun('skillNotEnabled', true).fire();
  expect([errorKey, message]).toEqual(['amazon.enableSkill', 'Enable the skill in the Alexa app, then try again.']);
  await expect(aRun('grantRevoked', true).fire()).rejects.toMatchObject({ code: 'amazon.grantRevoked' });
});

test('returns every other outcome with its reason, as the contract requires', async () => {
  const conflicts = new Set<Outcome>(['notLinked', 'grantRevoked', 'reinstallSkill']);
  for (const outcome of outcomeNames.filter((one) => !conflicts.has(one))) {
    const reply = triggersContract.executeTrigger.reply.parse(await aRun(outcome).fire());
    expect(reply.success).toBe(outcome === 'sent' || outcome === 'echo');
    expect(reply.errorKey === undefined).toBe(reply.success);
    expect(reply.message).not.toBe('');
  }
});
