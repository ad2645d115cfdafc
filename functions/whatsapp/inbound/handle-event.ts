import type { GroupMessage, InboundEvent, LineStateChanged } from '#functions/providers/whatsapp/gateway.ts';

import type { FactRequest } from '../lines/apply-line-fact.ts';
import { executeCommand, type ExecuteCommandDeps } from './execute-command.ts';
import { followGroup, type FollowDeps } from './follow-group.ts';
import type { KnownLine } from './line-memory.ts';
import { logEventsAfterRemoval, type RemovalLogDeps } from './log-events-after-removal.ts';
import { parseCommand, type ParseCommandDeps } from './parse-command.ts';
import type { Delivery, DeliveryOutcome } from './receive-delivery.ts';

export type HandleEventDeps = ParseCommandDeps &
  ExecuteCommandDeps &
  FollowDeps &
  RemovalLogDeps & {
    applyFact: (request: FactRequest) => Promise<{ outcome: string }>;
    /** Never throws. */
    recordAlive: (line: KnownLine) => Promise<void>;
  };

export async function handleEvent(
  deps: HandleEventDeps,
  delivery: Delivery,
  event: InboundEvent,
): Promise<DeliveryOutcome> {
  switch (event.kind) {
    case 'groupMessage':
      return handleMessage(deps, delivery, event);
    case 'lineStateChanged':
      logEventsAfterRemoval(deps, delivery.line, event.at);
      return (await deps.applyFact(factOf(delivery, event))).outcome === 'applied' ? 'done' : 'ignored';
    case 'ignored':
      return 'ignored';
    default:
      return followGroup(deps, delivery, event);
  }
}

async function handleMessage(
  deps: HandleEventDeps,
  delivery: Delivery,
  message: GroupMessage,
): Promise<DeliveryOutcome> {
  const recording = delivery.deadline.within(deps.recordAlive(delivery.line), () => undefined);
  const [outcome] = await Promise.all([runCommand(deps, delivery, message), recording]);
  return outcome;
}

async function runCommand(deps: HandleEventDeps, delivery: Delivery, message: GroupMessage): Promise<DeliveryOutcome> {
  const context = await parseCommand(deps, delivery, message);
  return context ? executeCommand(deps, context) : 'ignored';
}

const factOf = ({ line }: Delivery, { state, self, at }: LineStateChanged): FactRequest => ({
  instanceId: line.instanceId,
  generation: line.generation,
  fact: { kind: 'gateway', state, self },
  at,
});
