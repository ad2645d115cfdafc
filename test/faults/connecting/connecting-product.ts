import type { Table } from '#functions/data/table.ts';
import type { LogEvent } from '#functions/platform/log-events.ts';
import type { LogDetails } from '#functions/platform/log.ts';
import { createSeal } from '#functions/platform/secrets/seal.ts';
import { createSecrets } from '#functions/platform/secrets/secrets.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { createHttp, type Http } from '#functions/providers/http.ts';
import { alexaSkill } from '#functions/wiring/alexa-skill.ts';
import { amazonAuthApi } from '#functions/wiring/amazon-auth.ts';
import { authApi } from '#functions/wiring/auth.ts';
import { outboxWorker, workerProviders } from '#functions/wiring/parts/outbox-worker.ts';
import { skillEvents } from '#functions/wiring/skill-events.ts';

import { aContext } from '../../support/worlds/an-event.ts';
import { testWorld } from '../../support/worlds/test-world.ts';
import type { Line } from '../home.ts';
import { everySecret } from '../injected/secret-faults.ts';
import { endlessMs, type VirtualClock } from '../virtual-clock.ts';
import { callLabel, type CallStrike, type Ordered } from './call-faults.ts';

type Surroundings = {
  /** For directives and background work. */
  table: Table;
  /** For user requests and skill events, possibly behind the faulty proxy. */
  way: Table;
  clock: VirtualClock;
  settings: Readonly<Record<string, string>>;
  ordered: Ordered;
  strike: CallStrike | undefined;
};

export type ConnectingProduct = ReturnType<typeof aConnectingProduct>;

/** Cold processes of every function that connecting needs. */
export function aConnectingProduct({ table, way, clock, settings, ordered, strike }: Surroundings) {
  const { now } = clock;
  const lines: Line[] = [];
  const log = (event: LogEvent, details: LogDetails = {}, cause?: unknown): void =>
    void lines.push({ event, details, ...(cause !== undefined && { cause }) });
  const secrets = createSecrets({ read: everySecret, log, now });
  const http = createHttp(now);
  const send: Http = (call) => clock.call(() => http(call));
  const tries = new Map<string, number>();
  /** The redirect that the user has reached. */
  const at = { trip: '' };
  const calling =
    (place: () => string): Http =>
    async (call) => {
      const label = `${place()}: ${callLabel(call)}`;
      const attempt = (tries.get(label) ?? 0) + 1;
      tries.set(label, attempt);
      const patient = { ...call, timeoutMs: endlessMs };
      const fault = strike?.(label, attempt);
      return fault ? fault({ call: patient, send, ordered, late: () => clock.hang(call.timeoutMs) }) : send(patient);
    };
  const worldOf = (place: () => string, own: Table) =>
    testWorld({
      table: own,
      settings,
      secrets,
      seal: createSeal(secrets),
      http: calling(place),
      // Waiting for another process advances this clock.
      pause: async (ms) => clock.advance(ms),
      report: (item) => log('item.unreadable', item),
      now,
      log,
    });
  const world = worldOf(() => at.trip, way);
  const [auth, status] = [authApi(world), amazonAuthApi(world)];
  const skill = alexaSkill(worldOf(() => 'grant', table));
  const events = skillEvents(worldOf(() => 'event', way));
  const background = worldOf(() => 'worker', table);
  const { processPartition } = outboxWorker(background, workerProviders(background));
  const work = (partition: string) => clock.follow(() => processPartition(partition, deadlineIn(now, endlessMs)));
  return {
    lines,
    at,
    /** Labels of all calls to other companies. */
    calls: (): string[] => [...tries.keys()],
    auth: (event: Parameters<typeof auth>[0]) => clock.follow(() => auth(event, aContext())),
    status: (event: Parameters<typeof status>[0]) => clock.follow(() => status(event, aContext())),
    skill: (directive: unknown): Promise<unknown> => clock.follow(() => skill(directive, aContext())),
    events: (event: unknown) => clock.follow(() => events(event, aContext())),
    work,
    /** Retries the background work of the partition until none is left. */
    async settle(partition: string): Promise<void> {
      for (let round = 0; round < 20; round += 1) {
        if ((await work(partition)) === 'done') return;
        clock.advance(31 * 60_000);
      }
      throw new Error(`What waits in ${partition} is never done.`);
    },
  };
}
