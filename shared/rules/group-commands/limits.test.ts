import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  groupLimits,
  noUsage,
  applyLimits,
  type GroupUsage,
  type LimitedAction,
  type LimitDecision,
} from './limits.ts';

const second = 1_000;
const minute = 60_000;

function aGroup(at = 1_795_300_000_000) {
  let usage: GroupUsage = noUsage;
  let now = at;
  let messages = 0;
  const next = (): string => `m${(messages += 1)}`;
  const take = (action: LimitedAction): string => {
    const taken: LimitDecision = applyLimits(usage, action, now);
    usage = taken.next ?? usage;
    return taken.outcome === 'notice' ? `notice: ${taken.limit}` : taken.outcome;
  };
  return {
    pass: (ms: number) => void (now += ms),
    next,
    say: (by: string, triggerId?: string, id = next()) => take({ kind: 'command', by, id, triggerId }),
    take,
    usage: () => usage,
    now: () => now,
  };
}

describe('applyLimits', () => {
  test('allows six commands a minute per sender, replies once that the limit is reached, and is silent afterwards', () => {
    const group = aGroup();
    for (let count = 0; count < 6; count += 1) expect(group.say('ana', `t${count}`)).toBe('go');
    expect(group.say('ana', 't6')).toBe('notice: sender');
    expect(group.say('ana', 't7')).toBe('silent');
    expect(group.say('bia', 't7')).toBe('go');
    group.pass(minute);
    expect(group.say('ana', 't6')).toBe('go');
  });

  test('allows twenty commands a minute per group', () => {
    const group = aGroup();
    for (let count = 0; count < 20; count += 1) expect(group.say(`p${count}`)).toBe('go');
    expect(group.say('p20')).toBe('notice: group');
    expect(group.say('p21')).toBe('silent');
    group.pass(minute);
    expect(group.say('p21')).toBe('go');
  });

  test('refuses a second run of the same trigger within three seconds, and nothing else', () => {
    const group = aGroup();
    expect(group.say('ana', 'gate')).toBe('go');
    group.pass(2_999);
    expect(group.say('bia', 'gate')).toBe('notice: trigger');
    expect(group.say('bia', 'gate')).toBe('silent');
    expect(group.say('bia', 'light')).toBe('go');
    expect(group.say('bia')).toBe('go');
    expect(group.say('bia')).toBe('go');
    group.pass(1);
    expect(group.say('bia', 'gate')).toBe('go');
  });

  test('counts accepted commands but not refused ones', () => {
    const group = aGroup();
    for (let count = 0; count < 6; count += 1) group.say('ana', `t${count}`);
    group.pass(59 * second);
    for (let count = 0; count < 100; count += 1) group.say('ana', 't0');
    group.pass(second);
    expect(group.say('ana', 't0')).toBe('go');
  });

  test('counts a message once, however often it is delivered', () => {
    const group = aGroup();
    for (let count = 0; count < 5; count += 1) group.say('ana', `t${count}`);
    expect(group.say('ana', 'gate', 'again')).toBe('go');
    const counted = group.usage();
    expect(group.say('ana', 'gate', 'again')).toBe('go');
    expect(group.usage()).toBe(counted);
    expect(group.say('ana', 'light')).toBe('notice: sender');
  });

  test.each(['suggestion', 'planNotice'] as const)('allows a %s again for the same message', (kind) => {
    const group = aGroup();
    expect(group.take({ kind, id: 'first' })).toBe('go');
    expect(group.take({ kind, id: 'second' })).toBe('silent');
    const counted = group.usage();
    expect(group.take({ kind, id: 'first' })).toBe('go');
    expect(group.usage()).toBe(counted);
  });

  test('allows one suggestion a minute', () => {
    const group = aGroup();
    expect(group.take({ kind: 'suggestion', id: group.next() })).toBe('go');
    group.pass(minute - 1);
    expect(group.take({ kind: 'suggestion', id: group.next() })).toBe('silent');
    group.pass(1);
    expect(group.take({ kind: 'suggestion', id: group.next() })).toBe('go');
  });

  test('allows one plan notice a day', () => {
    const group = aGroup();
    expect(group.take({ kind: 'planNotice', id: group.next() })).toBe('go');
    group.pass(24 * 3600 * second - 1);
    expect(group.take({ kind: 'planNotice', id: group.next() })).toBe('silent');
    group.pass(1);
    expect(group.take({ kind: 'planNotice', id: group.next() })).toBe('go');
  });

  test('mutes the group for ten minutes at the thirty-first reply of a minute', () => {
    const group = aGroup();
    for (let count = 0; count < 30; count += 1) expect(group.take({ kind: 'confirm' })).toBe('go');
    expect(group.say('ana', 'gate')).toBe('silent');
    group.pass(10 * minute - 1);
    expect(group.say('ana', 'gate')).toBe('silent');
    expect(group.take({ kind: 'suggestion', id: group.next() })).toBe('silent');
    group.pass(1);
    expect(group.say('ana', 'gate')).toBe('go');
  });
});

const action = fc.oneof(
  fc.record({
    kind: fc.constant('command' as const),
    id: fc.uuid(),
    by: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    triggerId: fc.option(fc.constantFrom('x', 'y', 'z', 'u', 'v', 'w'), { nil: undefined }),
  }),
  fc.record({ kind: fc.constantFrom('suggestion' as const, 'planNotice' as const), id: fc.uuid() }),
);
const story = fc.array(fc.tuple(action, fc.oneof(fc.nat(500), fc.nat(5_000), fc.nat(90_000))), { maxLength: 150 });

describe('applyLimits with random actions', () => {
  test('never exceeds the limits per minute of commands and replies', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const group = aGroup();
        const done: { at: number; by: string; triggerId: string | undefined }[] = [];
        const answers: number[] = [];
        for (const [next, ms] of steps) {
          group.pass(ms);
          const verdict = group.take(next);
          if (verdict !== 'silent') answers.push(group.now());
          if (verdict !== 'go' || next.kind !== 'command') continue;
          const { by, triggerId } = next;
          const recent = done.filter(({ at }) => group.now() - at < minute);
          expect(recent.filter((one) => one.by === by).length).toBeLessThan(groupLimits.perSender);
          expect(recent.length).toBeLessThan(groupLimits.perGroup);
          const last = done.findLast((one) => one.triggerId === triggerId && triggerId !== undefined);
          expect(group.now() - (last?.at ?? 0)).toBeGreaterThanOrEqual(groupLimits.gapMs);
          done.push({ at: group.now(), by, triggerId });
        }
        for (const at of answers) {
          expect(answers.filter((other) => at - other >= 0 && at - other < minute).length).toBeLessThanOrEqual(
            groupLimits.answers,
          );
        }
      }),
    );
  });

  test('stores little per group and nothing for messages without a reply', () => {
    fc.assert(
      fc.property(story, (steps) => {
        const group = aGroup();
        for (const [next, ms] of steps) {
          group.pass(ms);
          const before = group.usage();
          const changed = group.take(next) === 'silent' && group.usage() !== before;
          expect(changed).toBe(changed && group.usage().mutedUntil === group.now() + groupLimits.muteMs);
          expect(group.usage().commands.length).toBeLessThanOrEqual(groupLimits.perGroup);
          expect(group.usage().answers.length).toBeLessThanOrEqual(groupLimits.answers);
        }
      }),
    );
  });
});
