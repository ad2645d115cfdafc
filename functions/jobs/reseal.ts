import type { SealedStore, SealedValue, ResealProgress } from '#functions/data/sealed-store.ts';
import type { Log } from '#functions/platform/log.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { Seal } from '#functions/platform/secrets/seal.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

export type ResealDeps = { sealed: SealedStore; seal: Seal; log: Log; now: () => Date };

/** After this time, every process seals with the new key, because each reads the secret every 15 minutes. */
const settleMs = 3_600_000;
const atOnce = 8;

/**
 * Reseals values of older keys with the current key until a round changes nothing. The next call continues where the
 * deadline stopped this one.
 */
export async function reseal(deps: ResealDeps, deadline: Deadline): Promise<void> {
  const key = await deps.seal.currentKey();
  const known = await deps.sealed.findProgress();
  if (known?.key !== key) {
    await deps.sealed.saveProgress({ key, seenAt: deps.now().toISOString(), changed: 0 });
    deps.log('reseal.keySeen', { key });
    return;
  }
  const isSettled = deps.now().getTime() - Date.parse(known.seenAt) >= settleMs;
  if (known.doneAt === undefined && isSettled) await continueReseal(deps, known, deadline);
}

async function continueReseal(deps: ResealDeps, start: ResealProgress, deadline: Deadline): Promise<void> {
  let progress = start;
  while (progress.doneAt === undefined && !deadline.isOver()) {
    const { values, next } = await deps.sealed.page(progress.from);
    const counts = { changed: 0 };
    await mapConcurrently(values, atOnce, async (value) => {
      if ((await resealOne(deps, value)) === 'changed') counts.changed += 1;
    });
    progress = afterPage(deps, { ...progress, changed: progress.changed + counts.changed, from: next });
    await deps.sealed.saveProgress(progress);
  }
  deps.log(progress.doneAt ? 'reseal.done' : 'reseal.walked', { key: progress.key, changed: progress.changed });
}

function afterPage(deps: ResealDeps, progress: ResealProgress): ResealProgress {
  if (progress.from) return progress;
  return progress.changed === 0 ? { ...progress, doneAt: deps.now().toISOString() } : { ...progress, changed: 0 };
}

async function resealOne({ seal, sealed, log }: ResealDeps, value: SealedValue): Promise<'changed' | 'asItWas'> {
  try {
    if (!(await seal.needsResealing(value.sealed))) return 'asItWas';
    const anew = await seal.seal(await seal.open(value.sealed, value.owner), value.owner);
    await sealed.replace(value, anew);
    return 'changed';
  } catch (cause) {
    if (!isBroken(cause)) throw cause;
    // No key can open it, so it does not require the old key.
    log('reseal.broken', { item: value.key.sk, field: value.field });
    return 'asItWas';
  }
}

const isBroken = (cause: unknown): boolean => cause instanceof Error && cause.name === 'SealBroken';
