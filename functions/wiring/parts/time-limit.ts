import type { Context } from 'aws-lambda';

import { deadlineIn, type Deadline } from '#functions/platform/time/deadline.ts';

/** What AWS says of the time that a call has left. */
export type TimeLimit = Pick<Context, 'getRemainingTimeInMillis'>;

/** The deadline of a job, which keeps `reserveMs` of its function's time to write down what is not finished. */
export const deadlineOf = ({ now }: { now: () => Date }, limit: TimeLimit, reserveMs = 10_000): Deadline =>
  deadlineIn(now, limit.getRemainingTimeInMillis() - reserveMs);
