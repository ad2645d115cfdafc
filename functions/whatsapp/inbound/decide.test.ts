import { expect, test } from 'vitest';

import type { Feature } from '#shared/rules/billing/plans.ts';
import type { LimitDecision } from '#shared/rules/group-commands/limits.ts';

import type { Command } from './command-context.ts';
import { decide, limitedAction, type GroupDecision } from './decide.ts';
import type { ClaimState } from './with-claim.ts';

const fire: Command = { kind: 'fire', triggerId: 't1', name: 'portao' };
const list: Command = { kind: 'own', word: { command: 'list', languages: ['pt'] } };
const suggest: Command = { kind: 'suggest', triggerId: 't1' };

const go: LimitDecision = { outcome: 'go' };
const silent: LimitDecision = { outcome: 'silent' };
const notice: LimitDecision = {
  outcome: 'notice',
  limit: 'sender',
  next: { commands: [], answers: [], noticed: {} },
};

const plan: ReadonlySet<Feature> = new Set(['whatsappCommands']);
const noPlan: ReadonlySet<Feature> = new Set();
const ignored: GroupDecision = { kind: 'ignore' };
const unknownEnd = { name: 'confirm', answer: { kind: 'couldNotConfirm' }, result: 'unknown' } as const;
const needsPlan = { name: 'plan', answer: { kind: 'planNeeded' }, result: 'planRequired' } as const;
const tooMuch = { name: 'tooMuch', answer: { kind: 'tooMuch', limit: 'sender' }, result: 'sender' } as const;
const didYouMean = {
  name: 'suggest',
  answer: { kind: 'didYouMean', trigger: 'Portão' },
  result: 'suggested',
} as const;

type Row = [string, Command, ReadonlySet<Feature>, ClaimState, LimitDecision, GroupDecision];

test.each<Row>([
  ['fires the trigger whose name was sent', fire, plan, 'taken', go, { kind: 'fire', triggerId: 't1', name: 'portao' }],
  ['answers a built-in command', list, plan, 'taken', go, { kind: 'own', command: 'list' }],
  ['suggests the trigger when the name is a near miss', suggest, plan, 'taken', go, { kind: 'answer', ...didYouMean }],
  [
    'asks for the plan instead of firing a trigger without it',
    fire,
    noPlan,
    'taken',
    go,
    { kind: 'answer', ...needsPlan },
  ],
  [
    'asks for the plan when a built-in command comes without it',
    list,
    noPlan,
    'taken',
    go,
    { kind: 'answer', ...needsPlan },
  ],
  [
    'answers that the outcome is unknown when a claim was lost',
    fire,
    plan,
    'lost',
    go,
    { kind: 'answer', ...unknownEnd },
  ],
  [
    'answers that the outcome is unknown when a claim was lost and the plan is missing',
    fire,
    noPlan,
    'lost',
    go,
    { kind: 'answer', ...unknownEnd },
  ],
  [
    'answers with the limit instead of firing a command above it',
    fire,
    plan,
    'taken',
    notice,
    { kind: 'answer', ...tooMuch },
  ],
  ['ignores a command when the limits demand silence', fire, plan, 'taken', silent, ignored],
  ['ignores a near miss when the limits demand silence', suggest, plan, 'taken', silent, ignored],
  ['ignores a command without the plan when the limits demand silence', fire, noPlan, 'taken', silent, ignored],
  ['ignores a lost claim when the limits demand silence', fire, plan, 'lost', silent, ignored],
])('%s', (_, command, features, claimed, limits, decision) => {
  expect(decide({ command, features, lock: {}, facts: { trigger: { name: 'Portão' } } }, claimed, limits)).toEqual(
    decision,
  );
});

const message = {
  kind: 'groupMessage',
  line: { shardId: 'main', lineName: 'zb-1-1' },
  eventId: 'e1',
  messageId: 'm1',
  replyHandle: 'r1',
  groupJid: '1@g.us',
  sender: { id: '5521@lid' },
  origin: 'member',
  text: 'portão',
  hasMedia: false,
  sentAt: new Date(0),
} as const;

test.each<[string, Command, ReadonlySet<Feature>, ClaimState, object]>([
  [
    'a trigger as a command of its sender, with the trigger id',
    fire,
    plan,
    'taken',
    { kind: 'command', triggerId: 't1' },
  ],
  ['a built-in command as a command of its sender', list, plan, 'taken', { kind: 'command' }],
  ['a near miss as a suggestion', suggest, plan, 'taken', { kind: 'suggestion' }],
  ['a command without the plan as a plan notice', fire, noPlan, 'taken', { kind: 'planNotice' }],
  ['a lost claim as a confirmation', fire, noPlan, 'lost', { kind: 'confirm' }],
])('counts %s', (_, command, features, claimed, action) => {
  const counted = limitedAction({ command, features, message }, claimed);
  expect(counted).toMatchObject(action);
  expect(JSON.stringify(counted)).not.toContain('5521');
});
