import type { QueryClient } from '@tanstack/react-query';

import { amazonAuthContract } from '#shared/contracts/amazon-auth.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { queryFor } from '#web/api/query-for.ts';
import { currentWorkspaceQuery, type User, userKey, userQuery } from '#web/api/use-session.ts';
import { subscriptionQuery } from '#web/features/billing/subscription-query.ts';

/** Pages that show a subscription. `/subscription` may show that of another workspace. */
const pathsWithSubscription = /^\/(?:dashboard|whatsapp|subscription)?\/*$/;

export async function prefetchStartData(queries: QueryClient, path: string): Promise<void> {
  await queries.prefetchQuery(userQuery);
  const user = queries.getQueryData<User | null>(userKey);
  if (!user) return;
  const ahead = { meta: { ahead: true } };
  void queries.prefetchQuery({ ...currentWorkspaceQuery, ...ahead });
  void queries.prefetchQuery({ ...queryFor(workspacesContract.listWorkspaces, {}), ...ahead });
  const { currentWorkspaceId: workspaceId } = user;
  if (workspaceId === undefined) return;
  const quietMeta = { meta: { quiet: true } };
  const silent = { skipErrorHandling: true } as const;
  void queries.prefetchQuery({ ...queryFor(amazonAuthContract.amazonAuth, { workspaceId }, silent), ...quietMeta });
  void queries.prefetchQuery({ ...queryFor(triggersContract.listTriggers, { workspaceId }, silent), ...quietMeta });
  if (pathsWithSubscription.test(path)) void queries.prefetchQuery({ ...subscriptionQuery(workspaceId), ...quietMeta });
}
