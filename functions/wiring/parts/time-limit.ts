import type { Context } from 'aws-lambda';

import { deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';

export type TimeLimit = Pick<Context, 'getRemainingTimeInMillis'>;

/** Keeps `reserveMs` of the function's time to write down what is not finished. */
export const deadlineOf = ({ now }: { now: () => Date }, limit: TimeLimit, reserveMs = 10_000): Deadline =>
  deadlineIn(now, limit.getRemainingTimeInMillis() - reserveMs);
