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
  ['the name of a trigger fires it', fire, plan, 'taken', go, { kind: 'fire', triggerId: 't1', name: 'portao' }],
  ['a word of our own is answered', list, plan, 'taken', go, { kind: 'own', command: 'list' }],
  ['a near miss asks whether the trigger was meant', suggest, plan, 'taken', go, { kind: 'answer', ...didYouMean }],
  ['a trigger is not fired without the plan', fire, noPlan, 'taken', go, { kind: 'answer', ...needsPlan }],
  ['a word of our own needs the plan too', list, noPlan, 'taken', go, { kind: 'answer', ...needsPlan }],
  ['a lost claim is never fired again', fire, plan, 'lost', go, { kind: 'answer', ...unknownEnd }],
  ['a lost claim says so without the plan too', fire, noPlan, 'lost', go, { kind: 'answer', ...unknownEnd }],
  ['a command above a limit is not fired', fire, plan, 'taken', notice, { kind: 'answer', ...tooMuch }],
  ['a silent command is ignored', fire, plan, 'taken', silent, ignored],
  ['a silent suggestion is ignored', suggest, plan, 'taken', silent, ignored],
  ['a silent notice about the plan is ignored', fire, noPlan, 'taken', silent, ignored],
  ['a lost claim in a muted group is ignored', fire, plan, 'lost', silent, ignored],
])('%s', (_, command, features, claimed, limits, decision) => {
  expect(decide({ command, features, facts: { trigger: { name: 'Portão' } } }, claimed, limits)).toEqual(decision);
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
  ['a run as a command of its sender, with its trigger', fire, plan, 'taken', { kind: 'command', triggerId: 't1' }],
  ['a word of our own as a command of its sender', list, plan, 'taken', { kind: 'command' }],
  ['a near miss as a suggestion', suggest, plan, 'taken', { kind: 'suggestion' }],
  ['anything without the plan as a notice about it', fire, noPlan, 'taken', { kind: 'planNotice' }],
  ['a lost claim as a confirmation', fire, noPlan, 'lost', { kind: 'confirm' }],
])('limits count %s', (_, command, features, claimed, action) => {
  const counted = limitedAction({ command, features, message }, claimed);
  expect(counted).toMatchObject(action);
  expect(JSON.stringify(counted)).not.toContain('5521');
});
