import type { SealedStore, SealedValue, Walk } from '#functions/data/sealed-store.ts';
import type { Deadline } from '#functions/platform/deadline.ts';
import type { Log } from '#functions/platform/log.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Seal } from '#functions/platform/seal.ts';

export type ResealDeps = { sealed: SealedStore; seal: Seal; log: Log; now: () => Date };

/** Until then every process seals with a new key: they look at the secret every 15 minutes. */
const settleMs = 3_600_000;
const atOnce = 8;

/**
 * After a new key was made the current one: seals everything anew that an older key had sealed, in rounds through the
 * table, until a whole round finds nothing left; then the old key may go. Ends near `deadline`, and the
 * next call goes on from there. While nothing is to be done it costs one read.
 */
export async function reseal(deps: ResealDeps, deadline: Deadline): Promise<void> {
  const key = await deps.seal.currentKey();
  const known = await deps.sealed.findWalk();
  if (known?.key !== key) {
    await deps.sealed.saveWalk({ key, seenAt: deps.now().toISOString(), changed: 0 });
    deps.log('reseal.keySeen', { key });
    return;
  }
  const isSettled = deps.now().getTime() - Date.parse(known.seenAt) >= settleMs;
  if (known.doneAt === undefined && isSettled) await walkOn(deps, known, deadline);
}

async function walkOn(deps: ResealDeps, start: Walk, deadline: Deadline): Promise<void> {
  let walk = start;
  while (walk.doneAt === undefined && !deadline.isOver()) {
    const { values, next } = await deps.sealed.page(walk.from);
    const counts = { changed: 0 };
    await mapConcurrently(values, atOnce, async (value) => {
      if ((await resealOne(deps, value)) === 'changed') counts.changed += 1;
    });
    walk = turned(deps, { ...walk, changed: walk.changed + counts.changed, from: next });
    await deps.sealed.saveWalk(walk);
  }
  deps.log(walk.doneAt ? 'reseal.done' : 'reseal.walked', { key: walk.key, changed: walk.changed });
}

/** The end of a round is the end of all when nothing changed in it. */
function turned(deps: ResealDeps, walk: Walk): Walk {
  if (walk.from) return walk;
  return walk.changed === 0 ? { ...walk, doneAt: deps.now().toISOString() } : { ...walk, changed: 0 };
}

async function resealOne({ seal, sealed, log }: ResealDeps, value: SealedValue): Promise<'changed' | 'asItWas'> {
  try {
    if (!(await seal.needsResealing(value.sealed))) return 'asItWas';
    const anew = await seal.seal(await seal.open(value.sealed, value.owner), value.owner);
    await sealed.replace(value, anew);
    return 'changed';
  } catch (cause) {
    if (!isBroken(cause)) throw cause;
    // Nobody can open it, with whatever key: no reason to keep the old one.
    log('reseal.broken', { item: value.key.sk, field: value.field });
    return 'asItWas';
  }
}

const isBroken = (cause: unknown): boolean => cause instanceof Error && cause.name === 'SealBroken';
