import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { GatewayError } from '#functions/providers/whatsapp/gateway.ts';
import { answerSigns } from '#shared/rules/group-commands/answer-signs.ts';

import type { CommandContext } from './command-context.ts';

export type ReactDeps = { gateways: Pick<WhatsAppGateways, 'of'> };

type ReactOutcome = 'reacted' | 'tooLate' | GatewayError['code'];

/** The sign that all went well must not wait longer for the hourglass before it. */
const hourglassCallMs = 1_500;

export const showHourglass = (deps: ReactDeps, context: CommandContext): Promise<ReactOutcome> =>
  react(deps, context, answerSigns.slow, hourglassCallMs);

export const removeReaction = (deps: ReactDeps, context: CommandContext): Promise<ReactOutcome> =>
  react(deps, context, '');

/** `sent`: its routine may still confirm it. */
export type ResultSign = 'done' | 'sent';

/** Replaces the hourglass. The same reaction twice is one, so that one that may be lost is repeated. */
export async function reactWith(deps: ReactDeps, context: CommandContext, sign: ResultSign): Promise<ReactOutcome> {
  const outcome = await react(deps, context, answerSigns[sign]);
  return outcome === 'unreachable' ? react(deps, context, answerSigns[sign]) : outcome;
}

/** Surely not delivered, for a reason that a text may not meet. */
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
