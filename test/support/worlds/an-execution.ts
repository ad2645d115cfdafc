import type { EventTarget } from '#functions/alexa/events/send-run-event.ts';
import type { Sent } from '#functions/alexa/events/send-to-gateway.ts';
import type { ClaimAnswer } from '#functions/data/triggers/claim-store.ts';
import type { OpenRunItem } from '#functions/data/triggers/receipt-store.ts';
import type { FactsRequest, RunFacts, Traces } from '#functions/data/triggers/run-store.ts';
import type { Run } from '#functions/data/triggers/trigger-item.ts';
import type { ExecuteDeps } from '#functions/triggers/execution/run.ts';

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
  chainOn?: boolean;
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
    recorded: [] as { run: Run; traces: Traces }[],
    claims,
    released: [] as string[],
    opened: [] as OpenRunItem[],
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
    sendEvent(target, { deadline }) {
      seen.sentEvents.push({ target, deadline: clock.now().getTime() + deadline.left() });
      clock.pass(120);
      if (typeof wanted.sent === 'function') return wanted.sent();
      return Promise.resolve({ outcome: 'sent', stages: { token: 0, send: 120 }, ...wanted.sent });
    },
    requestSync: () => Promise.resolve(undefined),
    runsPerMinute: wanted.runsPerMinute ?? 30,
    chainOn: wanted.chainOn ?? true,
    log: (event, details) => void seen.logged.push({ event, details }),
    metrics: () => undefined,
    now: clock.now,
    newId: () => `run-${++ids}`,
  };
  return { ...seen, clock, deps };
}
