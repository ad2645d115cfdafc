import { createSeal } from '#functions/platform/secrets/seal.ts';
import { createSecrets } from '#functions/platform/secrets/secrets.ts';
import { createHttp, type Http } from '#functions/providers/http.ts';
import { alexaSkill } from '#functions/wiring/alexa-skill.ts';
import { clock, plannedRunsOf } from '#functions/wiring/clock.ts';
import { triggersApi } from '#functions/wiring/triggers.ts';
import { webhook } from '#functions/wiring/webhook.ts';
import { whatsappInbound } from '#functions/wiring/whatsapp-inbound.ts';
import type { SealedWorld } from '#functions/wiring/world.ts';

import { aContext } from '../support/worlds/an-event.ts';
import { testWorld } from '../support/worlds/test-world.ts';
import type { ReadSecret } from './injected/secret-faults.ts';

type Surroundings = Pick<SealedWorld, 'table' | 'log' | 'now'> &
  Partial<Pick<SealedWorld, 'pause'>> & {
    settings: Readonly<Record<string, string>>;
    readSecret: ReadSecret;
    maxCallMs?: number;
    isDead?: () => boolean;
  };

export type Product = ReturnType<typeof aProcess>;

const limited =
  (http: Http, { maxCallMs = Infinity, isDead = () => false }: Pick<Surroundings, 'maxCallMs' | 'isDead'>): Http =>
  (call) =>
    isDead() ? new Promise(() => undefined) : http({ ...call, timeoutMs: Math.min(call.timeoutMs, maxCallMs) });

export function aProcess({ readSecret, maxCallMs, isDead, ...surroundings }: Surroundings) {
  const { log, now } = surroundings;
  const secrets = createSecrets({ read: readSecret, log, now });
  const world = testWorld({
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    ...surroundings,
    secrets,
    seal: createSeal(secrets),
    http: limited(createHttp(now), { maxCallMs, isDead }),
    report: (item) => log('item.unreadable', item),
  });
  const click = triggersApi(world);
  const skill = alexaSkill(world);
  return {
    webhook: webhook(world),
    click: (event: Parameters<typeof click>[0]) => click(event, aContext()),
    skill: (directive: unknown): Promise<unknown> => skill(directive, aContext()),
    inbound: whatsappInbound(world),
    /** Several homes have one table, and each its own look of the clock. */
    tick: (workspaceId: number) => {
      const all = plannedRunsOf(world);
      const due: typeof all.due = async (...asked) => {
        const { runs, ...rest } = await all.due(...asked);
        return { runs: runs.filter((run) => run.workspaceId === workspaceId), ...rest };
      };
      return clock(world, { plannedRuns: { ...all, due } })(
        { job: 'runDue' },
        { getRemainingTimeInMillis: () => 55_000 },
      );
    },
    seal: world.seal,
  };
}
