import type { InboundEvent, LineStateChanged } from '#functions/providers/whatsapp/gateway.ts';

import type { FactRequest } from '../lines/apply-line-fact.ts';
import { executionDeadline } from './deadlines.ts';
import { followGroup, type FollowDeps } from './follow-group.ts';
import type { KnownLine } from './line-memory.ts';
import { logEventsAfterRemoval, type RemovalLogDeps } from './log-events-after-removal.ts';
import { parseCommand, type ParseDeps } from './parse-command.ts';
import type { Delivery, DeliveryOutcome } from './receive-delivery.ts';

export type EventDeps = ParseDeps &
  FollowDeps &
  RemovalLogDeps & {
    applyFact: (request: FactRequest) => Promise<{ outcome: string }>;
    /** Its engine is alive; never throws, and nobody waits for it longer than for a run. */
    recordAlive: (line: KnownLine) => Promise<void>;
  };

/** What follows from one event of a line that signed it. */
export async function handleEvent(deps: EventDeps, delivery: Delivery, event: InboundEvent): Promise<DeliveryOutcome> {
  switch (event.kind) {
    case 'groupMessage': {
      const noting = executionDeadline(deps, delivery).within(deps.recordAlive(delivery.line), () => undefined);
      const [received] = await Promise.all([parseCommand(deps, delivery, event), noting]);
      return received;
    }
    case 'lineStateChanged':
      logEventsAfterRemoval(deps, delivery.line, event.at);
      return (await deps.applyFact(factOf(delivery, event))).outcome === 'applied' ? 'done' : 'ignored';
    case 'ignored':
      return 'ignored';
    default:
      return followGroup(deps, delivery, event);
  }
}

const factOf = ({ line }: Delivery, { state, self, at }: LineStateChanged): FactRequest => ({
  instanceId: line.instanceId,
  generation: line.generation,
  fact: { kind: 'gateway', state, self },
  at,
});
