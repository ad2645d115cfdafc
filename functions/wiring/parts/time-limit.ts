import type { Context } from 'aws-lambda';

import { deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';

export type TimeLimit = Pick<Context, 'getRemainingTimeInMillis'>;

/** Reserves time of the function for storing unfinished work. */
export const deadlineOf = ({ now }: { now: () => Date }, limit: TimeLimit, reserveMs = 10_000): Deadline =>
  deadlineIn(now, limit.getRemainingTimeInMillis() - reserveMs);
