import { triggersContract } from '#shared/contracts/triggers.ts';
import { mutationFor } from '#web/api/query-for.ts';

/**
 * Runs a trigger. API Gateway answers within 11 s. After 12 s the network is silent, and the request must not leave the
 * device minutes later.
 */
export const runCall = mutationFor(triggersContract.executeTrigger, {
  allow: 'all',
  allowUnauthorized: true,
  limit: 12_000,
});
