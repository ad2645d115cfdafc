import type { PlannedRunItem } from '#functions/data/items/planned-run-item.ts';
import type { PlannedRun } from '#shared/contracts/plans.ts';

export type OwnPlannedRun = PlannedRunItem & { by: PlannedRun['by'] };

/** The nightly check is not listed, because it has its own switch. */
export const isListed = (item: PlannedRunItem, link: number | undefined): item is OwnPlannedRun =>
  item.by !== 'nightly' && item.link === link;

export const plannedRunReply = ({ id, triggerId, by, at, rule, nextAt, paused, last }: OwnPlannedRun): PlannedRun => ({
  id,
  triggerId,
  by,
  ...(at !== undefined && { at }),
  ...(rule && { rule }),
  ...(nextAt !== undefined && { nextAt }),
  paused: paused ?? false,
  ...(last && { last }),
});
