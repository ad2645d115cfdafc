import type { Handlers } from '#functions/platform/http/serve.ts';
import type { accountContract } from '#shared/contracts/account.ts';

import { planDeletion, readDeletion, revokeDeletion, type PlanDeletionDeps } from './plan-deletion.ts';
import { readMyData, type MyDataDeps } from './read-my-data.ts';

export type AccountDeps = PlanDeletionDeps & MyDataDeps;

export const accountHandlers = (deps: AccountDeps): Handlers<typeof accountContract> => ({
  readMyData: ({ query }, { userId }) => readMyData(deps, userId, query.cursor),
  readDeletion: (_, { userId }) => readDeletion(deps, userId),
  planDeletion: (_, { userId }) => planDeletion(deps, userId),
  revokeDeletion: (_, { userId }) => revokeDeletion(deps, userId),
});
