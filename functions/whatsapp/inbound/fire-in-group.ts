import { refusalFor } from '#functions/platform/http/answer.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { Execution, RunRequest } from '#functions/triggers/execution/run.ts';
import { answerSigns } from '#shared/rules/group-commands/answer-signs.ts';
import type { GroupAnswer } from '#shared/rules/group-commands/answers.ts';
import { senderName } from '#shared/rules/group-commands/sender-name.ts';
import type { Failure } from '#shared/rules/group-commands/texts.ts';
import { isFailed } from '#shared/rules/outcomes.ts';

import type { CommandContext } from './command-context.ts';
import { answerDeadline, hourglassDeadline } from './deadlines.ts';

export type FireDeps = {
  execute: (request: RunRequest) => Promise<Execution>;
  gateways: Pick<WhatsAppGateways, 'of'>;
  now: () => Date;
};

/** `name`: for a trigger that is there no more. */
type FireInput = { triggerId: string; name: string };

/** What came of it, to be said and to be kept. `surprise`: a bug, for the log. `tidying`: the hourglass is taken back. */
export type Fired = {
  answer: GroupAnswer;
  result: string;
  executionId?: string;
  surprise?: unknown;
  tidying?: Promise<void>;
};

/** Fires a trigger through the corridor. People see an hourglass on their message as long as it takes over two seconds. */
export async function fireInGroup(deps: FireDeps, context: CommandContext, wish: FireInput): Promise<Fired> {
  const firing = fire(deps, context, wish);
  const fired = await hourglassDeadline(deps, context).within<Fired | undefined>(firing, () => undefined);
  if (fired) return fired;
  const shown = react(deps, context, answerSigns.slow);
  const late = await firing;
  return { ...late, tidying: shown.then(() => react(deps, context, '')) };
}

/** Best effort: whoever sees no hourglass still gets the answer. */
async function react(deps: FireDeps, context: CommandContext, emoji: string): Promise<void> {
  const { line, message } = context;
  const timeoutMs = answerDeadline(deps, context).left();
  if (timeoutMs > 0) await deps.gateways.of(line.shardId).react(line, message.replyHandle, emoji, { timeoutMs });
}

async function fire({ execute }: FireDeps, context: CommandContext, { triggerId, name }: FireInput): Promise<Fired> {
  const { lock, message, startedAt, requestId, facts } = context;
  const who = senderName(message.sender.displayName);
  const trigger = facts.trigger?.name ?? name;
  const failed = (failure: Failure, surprise?: unknown): Fired => ({
    answer: { kind: 'failed', trigger, failure },
    result: failure,
    ...(surprise !== undefined && { surprise }),
  });
  if (facts.trigger?.link !== lock.link) return failed('gone');
  try {
    const run = await execute({
      door: 'group',
      workspaceId: lock.workspaceId,
      triggerId,
      startedAt,
      requestId,
      mayEnter: ({ link }) => link?.number === lock.link,
      ...(who !== undefined && { who }),
    });
    return { ...worded(run, trigger, who), result: run.outcome, executionId: run.executionId };
  } catch (error) {
    // Whatever the corridor throws, it rang nothing; but of a surprise it is better not to be sure.
    const { code } = refusalFor(error);
    if (code === 'server.failed') return failed('unknown', error);
    return failed(code === 'trigger.notFound' ? 'gone' : 'busy');
  }
}

function worded({ outcome }: Execution, trigger: string, who: string | undefined): Pick<Fired, 'answer'> {
  if (!isFailed(outcome)) return { answer: { kind: 'fired', trigger, who } };
  if (outcome === 'planRequired') return { answer: { kind: 'planNeeded' } };
  return { answer: { kind: 'failed', trigger, failure: outcome } };
}
