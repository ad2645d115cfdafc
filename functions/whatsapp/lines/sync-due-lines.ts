import { lineNameOf } from '#functions/data/whatsapp/instance-item.ts';
import type { InstanceStore } from '#functions/data/whatsapp/instance-store.ts';
import type { Deadline } from '#functions/platform/deadline.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { WhatsAppGateways } from '#functions/providers/whatsapp/choose-gateway.ts';
import type { LineSelf, LineState } from '#functions/providers/whatsapp/gateway.ts';
import { endingStates } from '#shared/rules/chip-status.ts';

import { applyLineFact, type LineFact, type LineFactDeps } from './apply-line-fact.ts';
import { dueLooks, type Look } from './line-change.ts';
import { isBelieved } from './usable-gateway.ts';

export type LookAtDueDeps = LineFactDeps & {
  instances: Pick<InstanceStore, 'findById' | 'onShard'>;
  gateways: Pick<WhatsAppGateways, 'of' | 'shards'>;
};

const atOnce = 4;
const askMs = 8_000;
/** One look: the question, and two whether the gateway may be believed. */
const lookMs = 20_000;

/**
 * What the clock brings to lines, once a minute until `deadline`: a code that nobody scanned, a
 * connection that does not come back, and the second look without which nothing is believed to be gone. A line that
 * cannot be asked about stays due.
 */
export async function lookAtDueLines(deps: LookAtDueDeps, deadline: Deadline): Promise<void> {
  const until = deps.now().toISOString();
  await mapConcurrently(deps.gateways.shards, atOnce, async ({ id }) => {
    const due = (await deps.instances.onShard(id)).filter(({ dueAt }) => dueAt !== undefined && dueAt <= until);
    await mapConcurrently(due, atOnce, async (instance) => {
      if (deadline.left() <= lookMs) return;
      await lookAt(deps, instance.id).catch((cause: unknown) =>
        deps.log('line.lookFailed', { instanceId: instance.id, shard: id }, cause),
      );
    });
  });
}

/** The index may lag behind, so the record is read again before anything is concluded from it. */
async function lookAt(deps: LookAtDueDeps, instanceId: number): Promise<void> {
  const instance = await deps.instances.findById(instanceId);
  const looks = instance ? dueLooks(instance, deps.now().getTime()) : [];
  if (!instance || instance.shardId === undefined || looks.length === 0) return;
  const { generation, shardId } = instance;
  const at = deps.now();
  const ref = { shardId, lineName: lineNameOf(instance) };
  const { state, self } = await deps.gateways.of(shardId).describeLine(ref, { timeoutMs: askMs });
  const fact = looks.map((look) => factOf(look, state, self)).find((found) => found !== undefined);
  if (!fact || (isEnd(fact) && !(await isBelieved(deps, shardId)))) return;
  await applyLineFact(deps, { instanceId, generation, fact, at });
}

/** Of a connection, which people would miss. */
const isEnd = (fact: LineFact): boolean =>
  (fact.kind === 'gateway' && fact.confirmed === true) || (fact.kind === 'clock' && fact.due === 'lostTooLong');

/**
 * A number that is connected after all is so whatever the clock says. Without an answer nothing ends that people would
 * miss: what a day without us says is nothing about the phone.
 */
function factOf(look: Look, state: LineState, self: LineSelf | undefined): LineFact | undefined {
  if (state === 'connected') return { kind: 'gateway', state, self };
  if (look === 'windowOver' || look === 'silent') return { kind: 'clock', due: look };
  if (state === 'unknown') return undefined;
  return look === 'lostTooLong'
    ? { kind: 'clock', due: look }
    : { kind: 'gateway', state, self, confirmed: endingStates.has(state) };
}
