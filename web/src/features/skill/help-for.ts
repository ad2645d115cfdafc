import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { type Help, helpAfter } from '#shared/rules/connecting-problems.ts';

import { repairActionFor } from './account-state.ts';

/** Another attempt is useless while our button cannot start one. */
export const helpFor = (amazon: AmazonAuth, problem: string): Help =>
  repairActionFor(amazon) === 'reinstall' ? 'byHand' : helpAfter(problem);
