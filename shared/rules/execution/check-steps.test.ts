import { describe, expect, test } from 'vitest';

import type { RefusalCode } from '../../refusals.ts';
import { featuresOf } from '../billing/plans.ts';
import type { Conditions } from '../conditions/conditions.ts';
import { checkSteps, type CheckFacts } from './check-steps.ts';
import { outcomeNames } from './outcome-names.ts';
import { isFailed, outcomes, type FailedOutcome, type Outcome } from './outcomes.ts';
import { minuteOf } from './rate-limit.ts';
import { answers } from './receipts.ts';
import { stepNames, type StepName } from './step-names.ts';
import { checkHomeSteps, checkRunSteps, checkWorkspaceSteps, whyNotRun, type RuledRun } from './why-not-run.ts';

const now = new Date('2026-11-20T12:00:30.000Z');

const aRun = (changes: Partial<RuledRun> = {}): RuledRun => ({
  channel: 'voice',
  workspace: { status: 'ATIVO', link: { number: 1, amazonUserId: 'amzn1.ana' } },
  features: featuresOf('none'),
  trigger: { enabled: true },
  access: { state: 'valid', amazonUserId: 'amzn1.ana' },
  startedAt: now,
  now,
  limits: { runsPerMinute: 30, permitsPerMinute: 120 },
  ...changes,
});

const found = (changes: Partial<CheckFacts> = {}): CheckFacts => ({
  looked: checkRunSteps(aRun()),
  token: { outcome: 'usable', ms: 3 },
  device: { state: 'inAlexa' },
  run: { outcome: 'sent', ms: 210 },
  answer: 'ran',
  ranMs: 2_400,
  ...changes,
});

type World = { step: StepName; found: CheckFacts };

const ruled = (step: StepName, changes: Partial<RuledRun>): World => ({
  step,
  found: found({ looked: checkRunSteps(aRun(changes)) }),
});
const ended = (step: StepName, outcome: Outcome): World => ({ step, found: found({ run: { outcome, ms: 90 } }) });

const underConditions = (conditions: Conditions, coolSince?: number): World =>
  ruled('conditions', { conditioned: { all: [{ conditions, coolSince }], facts: { timeZone: 'UTC' } } });

/** For each outcome, the step to fix and facts in which nothing else is broken. */
const worlds: Readonly<Record<FailedOutcome, World>> = {
  workspaceInactive: ruled('workspace', { workspace: { ...aRun().workspace, status: 'INATIVO' } }),
  planRequired: ruled('plan', { channel: 'group' }),
  disabled: ruled('switchedOn', { trigger: { enabled: false } }),
  notLinked: { step: 'account', found: { looked: checkWorkspaceSteps({ ...aRun(), workspace: { status: 'ATIVO' } }) } },
  skillNotEnabled: ruled('permission', { access: undefined }),
  grantRevoked: ruled('permission', { access: { state: 'revoked', amazonUserId: 'amzn1.ana' } }),
  reinstallSkill: ended('permission', 'reinstallSkill'),
  tooMany: ruled('rate', { permits: { minute: minuteOf(now), count: 30, ofTrigger: 30 } }),
  workspaceTooMany: ruled('rate', {
    permits: { minute: minuteOf(now), count: 120, ofTrigger: 0 },
  }),
  coolingDown: underConditions({ coolDownSeconds: 60 }, now.getTime() - 59_000),
  notNow: underConditions({ hours: [{ days: [1], from: '08:00', to: '09:00' }] }),
  notHere: underConditions({ channels: ['webhook'] }),
  notYou: { step: 'conditions', found: found({ run: { outcome: 'notYou', ms: 90 } }) },
  loop: ruled('rate', { trigger: { enabled: true, chain: { at: now.getTime() - 30_000, quick: 4, even: 0, gap: 0 } } }),
  missed: ruled('rate', { channel: 'schedule', dueAt: new Date(now.getTime() - 600_001).toISOString() }),
  throttled: ended('event', 'throttled'),
  unavailable: ended('event', 'unavailable'),
  rejected: ended('event', 'rejected'),
  unknown: ended('event', 'unknown'),
};

const redIn = (given: CheckFacts) => checkSteps(given).filter(({ state }) => state === 'failed');

describe('checkSteps with one broken step', () => {
  test.each(outcomeNames.filter(isFailed))('fails exactly the step of the outcome %s', (outcome) => {
    const world = worlds[outcome];
    const red = redIn(world.found);
    expect(red.map(({ step, errorKey }) => [step, errorKey])).toEqual([[world.step, outcomes[outcome].refusal]]);
  });

  test.each(outcomeNames.filter((outcome) => !isFailed(outcome)))('fails no step for the outcome %s', (outcome) => {
    expect(redIn(found({ run: { outcome, ms: 90 } }))).toEqual([]);
  });

  test('fails the token step, with its duration, when no token is available', () => {
    const given = found({ token: { outcome: 'unavailable', ms: 3_000 }, run: 'notTried' });
    expect(redIn(given)).toEqual([{ step: 'token', state: 'failed', errorKey: 'alexa.unavailable', ms: 3_000 }]);
  });

  test.each(['grantRevoked', 'skillNotEnabled'] as const)(
    'fails the permission step when the token renewal ends with %s',
    (outcome) => {
      const red = redIn(found({ token: { outcome, ms: 40 } }));
      expect(red).toEqual([{ step: 'permission', state: 'failed', errorKey: outcomes[outcome].refusal }]);
    },
  );
});

describe('checkSteps', () => {
  test('returns the steps in the order of a run, whatever is known', () => {
    const names = (given: CheckFacts) => checkSteps(given).map(({ step }) => step);
    for (const { found: given } of Object.values(worlds)) {
      expect(names(given)).toEqual(stepNames.filter((step) => step !== 'event' || given.run));
    }
    expect(names(found({ run: 'notTried' }))).toEqual(stepNames);
  });

  test('returns ok for every step, with durations, when everything works', () => {
    expect(checkSteps(found())).toEqual([
      ...(['workspace', 'plan', 'account', 'switchedOn', 'conditions', 'rate', 'permission'] as const).map((step) => ({
        step,
        state: 'ok',
      })),
      { step: 'token', state: 'ok', ms: 3 },
      { step: 'device', state: 'ok' },
      { step: 'event', state: 'ok', ms: 210 },
      { step: 'routine', state: 'ok', ms: 2_400 },
    ]);
  });

  test('returns unknown for steps whose prerequisites failed', () => {
    const states = (given: CheckFacts) => Object.fromEntries(checkSteps(given).map(({ step, state }) => [step, state]));
    expect(states(worlds.notLinked.found)).toEqual({
      workspace: 'ok',
      plan: 'ok',
      account: 'failed',
      switchedOn: 'unknown',
      conditions: 'unknown',
      rate: 'unknown',
      permission: 'unknown',
      token: 'unknown',
      device: 'unknown',
      routine: 'unknown',
    });
    expect(states(worlds.grantRevoked.found)).toMatchObject({ token: 'unknown', device: 'unknown', switchedOn: 'ok' });
    expect(states(found({ run: 'notTried' }))).toMatchObject({ event: 'unknown' });
  });

  test('lists the refusal of the run as the first failed step, whatever else is broken', () => {
    const broken: readonly Partial<RuledRun>[] = [
      { workspace: { ...aRun().workspace, status: 'INATIVO' } },
      { features: new Set() },
      { trigger: { enabled: false } },
      { permits: { minute: minuteOf(now), count: 30, ofTrigger: 30 } },
      { access: undefined },
      { access: { state: 'revoked', amazonUserId: 'amzn1.ana' } },
    ];
    for (let mask = 0; mask < 2 ** broken.length; mask += 1) {
      const facts = aRun(Object.assign({}, ...broken.filter((_, index) => mask & (1 << index))));
      expect([...checkRunSteps(facts).values()].find((outcome) => outcome)).toBe(whyNotRun(facts));
    }
  });

  test.each<[NonNullable<CheckFacts['device']>, string, RefusalCode | undefined]>([
    [{ state: 'inAlexa' }, 'ok', undefined],
    [{ state: 'waiting' }, 'waiting', undefined],
    [{ state: 'waiting', reason: 'alexa.throttled' }, 'waiting', 'alexa.throttled'],
    [{ state: 'failed', reason: 'alexa.deviceLeftOut' }, 'failed', 'alexa.deviceLeftOut'],
    [{ state: 'skillOff', reason: 'amazon.skillDisabled' }, 'failed', 'amazon.skillDisabled'],
  ])('maps a device in %j to the state %s', (device, state, errorKey) => {
    const told = checkSteps(found({ device })).find(({ step }) => step === 'device');
    expect([told?.state, told?.errorKey]).toEqual([state, errorKey]);
  });

  test('returns ok for the routine only after an answer, and unknown when it does not confirm runs', () => {
    const routine = (answer: CheckFacts['answer']) =>
      checkSteps(found({ answer, ranMs: undefined })).find(({ step }) => step === 'routine')?.state;
    expect(answers.map((answer) => [answer, routine(answer)])).toEqual([
      ['ran', 'ok'],
      ['shared', 'unknown'],
      ['awaited', 'waiting'],
      ['none', 'failed'],
    ]);
    expect(routine(undefined)).toBe('unknown');
  });

  test('fails a silent routine, without refusing runs, unless its latest run may still be answered', () => {
    const facts = aRun({ trigger: { enabled: true, receipt: { heard: 1, silent: 2 } } });
    const looked = checkRunSteps(facts);
    const routine = (answer: CheckFacts['answer']) =>
      checkSteps(found({ looked, answer, ranMs: undefined })).find(({ step }) => step === 'routine')?.state;
    expect([looked.get('routine'), whyNotRun(facts)]).toEqual(['silent', undefined]);
    expect([routine(undefined), routine('none'), routine('awaited')]).toEqual(['failed', 'failed', 'waiting']);
  });

  test('returns the reason with the event step when Alexa rejected the event', () => {
    const event = (outcome: 'skillNotEnabled' | 'disabled') =>
      checkSteps(found({ run: { outcome, ms: 90 } })).find(({ step }) => step === 'event');
    expect(event('skillNotEnabled')).toEqual({ step: 'event', state: 'unknown', errorKey: 'amazon.skillNotEnabled' });
    expect(event('disabled')).toEqual({ step: 'event', state: 'unknown' });
  });

  test('lists all failures that do not depend on a trigger', () => {
    const looked = checkHomeSteps({
      channel: 'group',
      workspace: { status: 'ATIVO', link: { number: 1, amazonUserId: 'amzn1.ana' } },
      features: featuresOf('none'),
      access: undefined,
    });
    expect([...looked].filter(([, outcome]) => outcome)).toEqual([
      ['plan', 'planRequired'],
      ['permission', 'skillNotEnabled'],
    ]);
  });
});
