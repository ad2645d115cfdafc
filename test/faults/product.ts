import { createSeal } from '#functions/platform/secrets/seal.ts';
import { createSecrets } from '#functions/platform/secrets/secrets.ts';
import { deadlineIn } from '#functions/platform/time/deadline.ts';
import { createHttp, type Http } from '#functions/providers/http.ts';
import { alexaSkill } from '#functions/wiring/alexa-skill.ts';
import { clock as minutely, plannedRunsOf } from '#functions/wiring/clock.ts';
import { outboxWorker, workerProviders } from '#functions/wiring/parts/outbox-worker.ts';
import { triggersApi } from '#functions/wiring/triggers.ts';
import { webhook } from '#functions/wiring/webhook.ts';
import { whatsappInbound } from '#functions/wiring/whatsapp-inbound.ts';
import type { SealedWorld } from '#functions/wiring/world.ts';

import { aContext } from '../support/worlds/an-event.ts';
import { testWorld } from '../support/worlds/test-world.ts';
import type { ReadSecret } from './injected/secret-faults.ts';
import { endlessMs, type VirtualClock } from './virtual-clock.ts';

/** The next `left` calls with these texts in address and body arrive, but their answers come too late. */
export type LateAnswer = { match: string; matchBody?: string; left: number };

type Surroundings = Pick<SealedWorld, 'table' | 'log'> &
  Partial<Pick<SealedWorld, 'pause'>> & {
    clock: VirtualClock;
    settings: Readonly<Record<string, string>>;
    readSecret: ReadSecret;
    late: readonly LateAnswer[];
    isDead: () => boolean;
  };

export type Product = ReturnType<typeof aProcess>;

/** Calls other companies. A dead process never gets an answer. */
function calling({ clock, late, isDead }: Pick<Surroundings, 'clock' | 'late' | 'isDead'>): Http {
  const http = createHttp(clock.now);
  return async (call) => {
    if (isDead()) return new Promise(() => undefined);
    const reply = await clock.call(() => http({ ...call, timeoutMs: endlessMs }));
    const isLate = ({ match, matchBody = '', left }: LateAnswer): boolean =>
      left > 0 && call.url.includes(match) && (call.body ?? '').includes(matchBody);
    const fault = late.find(isLate);
    if (!fault) return reply;
    fault.left -= 1;
    return (await clock.hang(call.timeoutMs)) ? { outcome: 'lost' } : new Promise(() => undefined);
  };
}

export function aProcess({ readSecret, late, isDead, clock, ...surroundings }: Surroundings) {
  const { log } = surroundings;
  const { now } = clock;
  const secrets = createSecrets({ read: readSecret, log, now });
  const world = testWorld({
    pause: async (ms) => clock.advance(ms),
    now,
    ...surroundings,
    secrets,
    seal: createSeal(secrets),
    http: calling({ clock, late, isDead }),
    report: (item) => log('item.unreadable', item),
  });
  const click = triggersApi(world);
  const skill = alexaSkill(world);
  const hook = webhook(world);
  const receive = whatsappInbound(world);
  return {
    webhook: (event: Parameters<typeof hook>[0]) => clock.follow(() => hook(event)),
    click: (event: Parameters<typeof click>[0]) => clock.follow(() => click(event, aContext())),
    skill: (directive: unknown): Promise<unknown> => clock.follow(() => skill(directive, aContext())),
    inbound: (event: Parameters<typeof receive>[0]) => clock.follow(() => receive(event)),
    /** Restricts the clock to one workspace: homes share a table, but each has its own time. */
    tick: (workspaceId: number) => {
      const all = plannedRunsOf(world);
      const due: typeof all.due = async (...asked) => {
        const { runs, ...rest } = await all.due(...asked);
        return { runs: runs.filter((run) => run.workspaceId === workspaceId), ...rest };
      };
      const tick = minutely(world, { plannedRuns: { ...all, due } });
      return clock.follow(() => tick({ job: 'runDue' }, { getRemainingTimeInMillis: () => 55_000 }));
    },
    /** Processes the pending work of this partition. */
    work: (partition: string) => {
      const { processPartition } = outboxWorker(world, workerProviders(world));
      return clock.follow(() => processPartition(partition, deadlineIn(now, 60_000)));
    },
    seal: world.seal,
  };
}
