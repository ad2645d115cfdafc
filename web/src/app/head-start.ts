import type { QueryClient } from '@tanstack/react-query';

import { amazonAuthContract } from '#shared/contracts/amazon-auth.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

import { queryFor } from '../api/query-for.ts';
import { subscriptionQuery } from '../api/subscription-query.ts';
import { type User, userKey, userQuery } from '../api/use-session.ts';

/** Asks who is there and, once it is somebody, for what their pages show first, all at once. */
export async function askAhead(queries: QueryClient): Promise<void> {
  await queries.prefetchQuery(userQuery);
  const user = queries.getQueryData<User | null>(userKey);
  if (!user) return;
  void queries.prefetchQuery(queryFor(workspacesContract.currentWorkspace, {}));
  void queries.prefetchQuery(queryFor(workspacesContract.listWorkspaces, {}));
  const { currentWorkspaceId: workspaceId } = user;
  if (workspaceId === undefined) return;
  // Whoever shows them says a failure.
  const quietly = { skipErrorHandling: true } as const;
  const meta = { quiet: true };
  void queries.prefetchQuery({ ...queryFor(amazonAuthContract.amazonAuth, { workspaceId }, quietly), meta });
  void queries.prefetchQuery({ ...queryFor(triggersContract.listTriggers, { workspaceId }, quietly), meta });
  void queries.prefetchQuery({ ...subscriptionQuery(workspaceId), meta });
}
