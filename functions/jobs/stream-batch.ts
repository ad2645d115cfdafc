import { outboxPrefix } from '#functions/data/keys.ts';
import type { StreamChange } from '#functions/data/stream-record.ts';
import type { WorkedOff } from '#functions/outbox/process-partition.ts';
import type { Deadline } from '#functions/platform/deadline.ts';
import type { Log } from '#functions/platform/log.ts';
import { mapConcurrently } from '#functions/platform/map-concurrently.ts';
import type { KeptRun } from '#functions/triggers/keep-history.ts';

type Image = Readonly<Record<string, unknown>>;

export type StreamDeps = {
  workOff: (partition: string, deadline: Deadline) => Promise<WorkedOff>;
  /** Keeps the run that a trigger item carries; idempotent, and undefined for items that carry no new one. */
  keepHistory: (before: Image | undefined, after: Image) => Promise<KeptRun | undefined>;
  /** Counts runs for the public status; a batch that comes again brings none of them a second time. */
  countRuns: (runs: readonly KeptRun[]) => Promise<void>;
  /** Closes the contact that a run opened; silent about all other changes. */
  closeContact: (before: Image | undefined, after: Image, deadline: Deadline) => Promise<unknown>;
  log: Log;
};

const atOnce = 4;

/**
 * Works on a batch of the stream: the history of runs, contacts to close, and every account or workspace with a new
 * outbox item. Nothing that talks to others can fail the batch: the sweep finds outbox items again, and the next run
 * closes a contact. Only a run that could not be kept asks for the batch once more.
 */
export async function workOnBatch(
  deps: StreamDeps,
  changes: readonly StreamChange[],
  deadline: Deadline,
): Promise<void> {
  const changed = changes.filter(({ kind }) => kind === 'MODIFY');
  const { failures, kept } = await keepRuns(deps, changed);
  const surprise = (cause: unknown): void => deps.log('outbox.failed', {}, cause);
  const added = changes.filter(({ kind, key }) => kind === 'INSERT' && key.sk.startsWith(outboxPrefix));
  await Promise.all([
    deps.countRuns(kept).catch((cause: unknown) => deps.log('status.notCounted', { runs: kept.length }, cause)),
    mapConcurrently(changed, atOnce, async ({ before, after }) => {
      if (after) await deps.closeContact(before, after, deadline).catch(surprise);
    }),
    mapConcurrently(new Set(added.map(({ key }) => key.pk)), atOnce, (partition) =>
      deps.workOff(partition, deadline).catch(surprise),
    ),
  ]);
  if (failures.length > 0) throw new AggregateError(failures, 'Some runs could not be kept.');
}

/** Runs of one workspace count in the same item, so they go one after the other. */
async function keepRuns({ keepHistory }: StreamDeps, changed: readonly StreamChange[]) {
  const failures: unknown[] = [];
  const kept: KeptRun[] = [];
  const ofWorkspaces = Map.groupBy(changed, ({ key }) => key.pk).values();
  await mapConcurrently(ofWorkspaces, atOnce, async (ofOne) => {
    for (const { before, after } of ofOne) {
      const run = after && (await keepHistory(before, after).catch((cause: unknown) => void failures.push(cause)));
      if (run) kept.push(run);
    }
  });
  return { failures, kept };
}
