import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { type Help, helpAfter } from '#shared/rules/connecting-problems.ts';

import { mendOf } from './mend-of.ts';

/** Another attempt is useless while our button cannot start one. */
export const helpFor = (amazon: AmazonAuth, problem: string): Help =>
  mendOf(amazon) === 'reinstall' ? 'byHand' : helpAfter(problem);
