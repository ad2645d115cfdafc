import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { GatewayError } from '#functions/providers/whatsapp/gateway.ts';
import { answerSigns } from '#shared/rules/group-commands/answer-signs.ts';

import type { CommandContext } from './command-context.ts';

export type ReactDeps = { gateways: Pick<WhatsAppGateways, 'of'> };

type ReactOutcome = 'reacted' | 'tooLate' | GatewayError['code'];

/** The final reaction waits for the hourglass before it, but not longer than this. */
const hourglassCallMs = 1_500;

export const showHourglass = (deps: ReactDeps, context: CommandContext): Promise<ReactOutcome> =>
  react(deps, context, answerSigns.slow, hourglassCallMs);

export const removeReaction = (deps: ReactDeps, context: CommandContext): Promise<ReactOutcome> =>
  react(deps, context, '');

export type ResultSign =
  | 'done'
  /** The routine may still confirm the run. */
  | 'sent';

/** Replaces the hourglass. Reacting is idempotent, so a call that may have been lost is retried. */
export async function reactWith(deps: ReactDeps, context: CommandContext, sign: ResultSign): Promise<ReactOutcome> {
  const outcome = await react(deps, context, answerSigns[sign]);
  return outcome === 'unreachable' ? react(deps, context, answerSigns[sign]) : outcome;
}

/** Errors that rule out delivery, for a reason that may not apply to a text. */
const refused: ReadonlySet<string> = new Set(['rejected', 'not_found', 'upstream']);

export const isRefused = (outcome: string): boolean => refused.has(outcome);

async function react(
  { gateways }: ReactDeps,
  { line, message, answerDeadline }: CommandContext,
  emoji: string,
  maxMs = Infinity,
): Promise<ReactOutcome> {
  const timeoutMs = Math.min(answerDeadline.left(), maxMs);
  if (timeoutMs <= 0) return 'tooLate';
  const reacted = await gateways.of(line.shardId).react(line, message.replyHandle, emoji, { timeoutMs });
  return reacted.outcome === 'ok' ? 'reacted' : reacted.error.code;
}
