import type { TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import { revokedOutcome } from '#shared/rules/execution/revoked-outcome.ts';
import { whyNotInWorkspace } from '#shared/rules/execution/why-not-run.ts';
import type { GroupAnswer, NotReady } from '#shared/rules/group-commands/answers.ts';
import type { OwnCommand } from '#shared/rules/group-commands/own-words.ts';

import type { CommandContext } from './command-context.ts';

export type OwnWordDeps = {
  triggers: Pick<TriggerStore, 'list'>;
  /** Whether this stage enables the skill for people. */
  chainOn: boolean;
  now: () => Date;
};

export async function answerOwnWord(
  { triggers, ...ground }: OwnWordDeps,
  command: OwnCommand,
  { lock, facts, features }: CommandContext,
): Promise<GroupAnswer> {
  if (command === 'help') return { kind: 'help' };
  const failure = command === 'status' ? whyNotReady(ground, facts, features) : undefined;
  if (failure) return { kind: 'notReady', failure };
  const all = await triggers.list(lock.workspaceId, lock.link);
  if (command === 'status') return { kind: 'ready', triggers: all.filter(({ enabled }) => enabled).length };
  return { kind: 'list', triggers: all.map(({ name, enabled }) => ({ name, enabled })) };
}

function whyNotReady(
  { chainOn, now }: Omit<OwnWordDeps, 'triggers'>,
  { row: { workspace }, access }: CommandContext['facts'],
  features: CommandContext['features'],
): NotReady | undefined {
  const why = whyNotInWorkspace({ channel: 'group', workspace, features });
  if (why === 'workspaceInactive' || why === 'planRequired' || why === 'notLinked') return why;
  if (access?.amazonUserId !== workspace.link?.amazonUserId) return 'skillNotEnabled';
  if (access?.state !== 'revoked') return undefined;
  const outcome = revokedOutcome({ chainOn, access, now: now() });
  return outcome === 'reinstallSkill' && access.revokedAs === 'skillDisabled' ? 'skillOff' : outcome;
}
