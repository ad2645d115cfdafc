import type { EventTarget } from '#functions/alexa/events/send-run-event.ts';
import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import type { Run } from '#functions/data/items/trigger-item.ts';
import type { ClaimAnswer } from '#functions/data/triggers/claim-store.ts';
import type { PermitTaken } from '#functions/data/triggers/permit-store.ts';
import type { OpenRunItem } from '#functions/data/triggers/receipt-store.ts';
import type { FactsRequest, RunFacts, Traces } from '#functions/data/triggers/run-store.ts';
import type { ExecuteDeps } from '#functions/triggers/execution/run.ts';
import type { Permits } from '#shared/rules/execution/rate-limit.ts';

import { aClock } from './a-clock.ts';
import { anAccess } from './a-grant.ts';
import { aTrigger } from './a-trigger.ts';

type Workspace = NonNullable<RunFacts['workspace']>;

export const aRunWorkspace = (changes: Partial<Workspace> = {}): Workspace => ({
  status: 'ATIVO',
  tokenHash: 'hash',
  link: { number: 1, amazonUserId: 'amzn1.ana' },
  ...changes,
});

type Wanted = {
  facts?: Partial<RunFacts>;
  sent?: Partial<Sent> | (() => Promise<Sent>);
  runsPerMinute?: number;
  /** The permits before the run. */
  permits?: Permits;
  permit?: PermitTaken['outcome'];
  enables?: boolean | (() => Promise<boolean>);
};

export function anExecution(wanted: Wanted = {}) {
  const clock = aClock();
  const facts: RunFacts = {
    workspace: aRunWorkspace(),
    trigger: aTrigger(),
    access: anAccess(clock.now()),
    subscription: undefined,
    ...wanted.facts,
  };
  const claims = new Map<string, { executionId: string; answer?: ClaimAnswer }>();
  const seen = {
    reads: [] as (Omit<FactsRequest, 'deadline'> & { deadline: number })[],
    sentEvents: [] as { target: EventTarget; deadline: number }[],
    counted: [] as Run[],
    permitsAsked: [] as { minute: number }[],
    recorded: [] as { run: Run; traces: Traces }[],
    claims,
    released: [] as string[],
    opened: [] as OpenRunItem[],
    askedWhetherEnables: [] as number[],
    logged: [] as { event: string; details: object | undefined }[],
  };
  let ids = 0;
  const deps: ExecuteDeps = {
    runs: {
      facts(request) {
        seen.reads.push({ ...request, deadline: clock.now().getTime() + request.deadline.left() });
        clock.pass(5);
        return Promise.resolve(facts);
      },
      countRefusal(_, run) {
        seen.counted.push(run);
        return Promise.resolve();
      },
      record(_, __, run, traces) {
        seen.recorded.push({ run: { ...run, stages: { ...run.stages } }, traces });
        return Promise.resolve('recorded');
      },
    },
    claims: {
      take({ hash, executionId }) {
        const held = claims.get(hash);
        if (!held) claims.set(hash, { executionId });
        if (!held) return Promise.resolve({ outcome: 'taken' });
        return Promise.resolve(held.answer ? { outcome: 'done', answer: held.answer } : { outcome: 'running' });
      },
      find({ hash }) {
        const held = claims.get(hash);
        if (!held) return Promise.resolve(undefined);
        return Promise.resolve(held.answer ? { outcome: 'done', answer: held.answer } : { outcome: 'running' });
      },
      finish({ hash, executionId }, answer) {
        claims.set(hash, { executionId, answer });
        return Promise.resolve();
      },
      release({ hash }) {
        seen.released.push(hash);
        claims.delete(hash);
        return Promise.resolve();
      },
    },
    receipts: {
      open(item) {
        seen.opened.push(item);
        return Promise.resolve();
      },
    },
    keyUses: {
      take: () => Promise.resolve('taken'),
      giveBack: () => Promise.resolve(),
      noteUse: () => Promise.resolve(),
    },
    sendEvent(target, { deadline }) {
      seen.sentEvents.push({ target, deadline: clock.now().getTime() + deadline.left() });
      clock.pass(120);
      if (typeof wanted.sent === 'function') return wanted.sent();
      return Promise.resolve({ outcome: 'sent', stages: { token: 0, send: 120 }, ...wanted.sent });
    },
    requestSync: () => Promise.resolve(undefined),
    coolDowns: { take: () => Promise.resolve(true), giveBack: () => Promise.resolve() },
    permitsOf: () => wanted.permits,
    permits: {
      take(asked) {
        seen.permitsAsked.push(asked);
        const count = seen.permitsAsked.length;
        const permits = { minute: asked.minute, count, ofTrigger: count };
        return Promise.resolve({ outcome: wanted.permit ?? 'taken', permits });
      },
    },
    limits: { runsPerMinute: wanted.runsPerMinute ?? 30, permitsPerMinute: 120 },
    enablesSkill() {
      seen.askedWhetherEnables.push(clock.now().getTime());
      const { enables = true } = wanted;
      const reading = typeof enables === 'function' ? enables() : Promise.resolve(enables);
      return reading.then((each) => ({ enables: each }));
    },
    log: (event, details) => void seen.logged.push({ event, details }),
    metrics: () => undefined,
    now: clock.now,
    newId: () => `run-${++ids}`,
  };
  return { ...seen, clock, deps };
}
