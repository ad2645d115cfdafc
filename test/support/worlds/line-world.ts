import { lineNameOf, type InstanceItem } from '#functions/data/items/instance-item.ts';
import { instancePartition } from '#functions/data/keys.ts';
import type { Table } from '#functions/data/table.ts';
import { hashOf } from '#functions/platform/hashes.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import type { LineSelf, LineState } from '#functions/providers/whatsapp/gateway.ts';
import { applyLineFact, type AppliedFact, type LineFact } from '#functions/whatsapp/lines/apply-line-fact.ts';
import { reconcile } from '#functions/whatsapp/lines/reconcile.ts';
import { syncDueLines } from '#functions/whatsapp/lines/sync-due-lines.ts';
import { updateDisconnectedStatus } from '#functions/whatsapp/numbers/update-disconnected-status.ts';
import { lineJobs } from '#functions/wiring/whatsapp-jobs.ts';

import { aFakeAlexa, type FakeAlexa } from './a-fake-alexa.ts';
import { aLineGateway, type LineGateway } from './a-line-gateway.ts';
import { aClock, type SteppedClock } from './alexa-world.ts';
import { whatsappWorld } from './whatsapp-world.ts';

const minute = 60_000;

/** The test delivers an event late, twice or never. */
export type LineEvent = { lineHash: string; state: LineState; self?: LineSelf; at: Date };

export type Counted = Readonly<Record<string, number>>;

let worlds = 0;

type Places = { gateway: LineGateway; clock: SteppedClock; fakeAlexa: FakeAlexa };

/** Returns lines with their gateway, their events and the jobs that run by the clock. */
export function lineWorld(table: Table, given: Partial<Places> = {}) {
  const { clock = aClock(), fakeAlexa = aFakeAlexa() } = given;
  // Worlds on one table see each other's lines unless each has its own gateway.
  const { gateway = aLineGateway(clock.now, [{ id: `shard-${(worlds += 1)}`, capacity: 25, draining: false }]) } =
    given;
  const { now } = clock;
  const logged: { event: string; details: object; cause?: unknown }[] = [];
  const away: number[] = [];
  const metrics: { values: Counted; dimensions: object }[] = [];
  const log = (event: string, details: object = {}, cause?: unknown): void =>
    void logged.push({ event, details, cause });
  const world = whatsappWorld(table, gateway, clock, fakeAlexa);
  const deps = {
    ...world.deps,
    ...lineJobs(world.ground, gateway.gateways),
    gateways: gateway.gateways,
    log,
    pulses: { keepGateways: async (seen: { total: number; silent: number }) => void away.push(seen.silent) },
    metrics: (values: Readonly<Record<string, number>>, dimensions: object): void =>
      void metrics.push({ values: { ...values }, dimensions }),
  };
  const record = async (instanceId: number): Promise<InstanceItem> => {
    const found = await deps.instances.findById(instanceId);
    if (!found) throw new Error('There is no such instance.');
    return found;
  };
  const inAMinute = () => deadlineIn(now, minute);
  const checkLines = (): Promise<void> => syncDueLines(deps, inAMinute());

  return {
    ...world,
    deps,
    clock,
    gateway,
    fakeAlexa,
    logged,
    metrics,
    /** The number of unreachable gateways in each run of the reconciler. */
    away,
    record,

    async fact(instanceId: number, fact: LineFact, at = now()): Promise<AppliedFact> {
      const { generation } = await record(instanceId);
      return applyLineFact(deps, { instanceId, generation, fact, at });
    },

    async becomes(instanceId: number, state: LineState, self?: LineSelf): Promise<LineEvent | undefined> {
      const line = gateway.lines.get(lineNameOf(await record(instanceId)));
      if (!line) return undefined;
      // Gives every change a distinct time.
      clock.advance(1);
      line.state = state;
      if (self) line.self = { phone: self.phone };
      if (state !== 'connected') delete line.self;
      const lineHash = hashOf(line.webhook.url.split('/').at(-1) ?? '');
      return { lineHash, state, at: now(), ...(line.self && { self: line.self }) };
    },

    async deliver({ lineHash, state, self, at }: LineEvent): Promise<AppliedFact | undefined> {
      const line = await deps.instances.findLine(lineHash);
      if (!line) return undefined;
      const { instanceId, generation } = line;
      return applyLineFact(deps, { instanceId, generation, fact: { kind: 'gateway', state, self }, at });
    },

    /** Pending outbox topics of an instance. */
    async queued(instanceId: number): Promise<string[]> {
      const { items } = await deps.outbox.pending(instancePartition(instanceId));
      return items.map(({ entry }) => entry.topic).toSorted();
    },

    async tell(instanceId: number, state: LineState, self?: LineSelf): Promise<AppliedFact | undefined> {
      const event = await this.becomes(instanceId, state, self);
      return event && this.deliver(event);
    },

    reportLoss: (userId: string, instanceId: number) =>
      updateDisconnectedStatus(deps, { userId, instanceId, workspaceId: undefined }),

    syncDueLines: checkLines,
    reconcile: () => reconcile(deps, deadlineIn(now, 2 * minute)),

    async live(minutes: number): Promise<void> {
      for (let passed = 1; passed <= minutes; passed += 1) {
        clock.advance(minute);
        await world.whenDue('lookAtLines', checkLines);
        if (passed % 5 === 0) await this.reconcile();
        await world.whenDue('sweep', world.sweep);
      }
    },
  };
}

export type LineWorld = ReturnType<typeof lineWorld>;
