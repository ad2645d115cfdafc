// @vitest-environment node
import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';

import { triggersContract } from '#shared/contracts/triggers.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

import { listenToFailures } from './app-client.ts';
import { createQueryClient } from './query-client.ts';
import { keyFor, queryFor } from './query-for.ts';
import { refreshAfterUnlink, refreshAfterWorkspaceChange, setsOfAWorkspace } from './refresh.ts';

test(
  'caches reads by workspace, so that a switch never shows the previous workspace’s rows',
  { tags: ['spec-8.3', 'spec-234.1'] },
  () => {
    const [here] = keyFor(triggersContract.listTriggers, { workspaceId: 7 });
    const [there] = keyFor(triggersContract.listTriggers, { workspaceId: 8 });
    expect([here, there]).toEqual([7, 8]);
    expect(keyFor(workspacesContract.currentWorkspace, {})[0]).toBe('app');
  },
);

async function invalidatedPaths(paths: readonly string[], change: typeof refreshAfterWorkspaceChange) {
  const queries = createQueryClient();
  for (const path of paths) queries.setQueryData([7, path, {}, {}], 'old');
  await change(queries);
  return paths.filter((path) => queries.getQueryState([7, path, {}, {}])?.isInvalidated);
}

const unrelated = ['/api/auth/user', '/config.json', '/api/executions/daily'];

test('refetches exactly nine paths after a workspace was created or switched', { tags: 'spec-281.1' }, async () => {
  expect(await invalidatedPaths([...setsOfAWorkspace, ...unrelated], refreshAfterWorkspaceChange)).toEqual([
    ...setsOfAWorkspace,
  ]);
  expect(setsOfAWorkspace).toHaveLength(9);
});

test('refetches paths below a listed path, but not paths that only begin alike', async () => {
  expect(
    await invalidatedPaths(['/api/subscription/{workspaceId}', '/api/triggersome'], refreshAfterWorkspaceChange),
  ).toEqual(['/api/subscription/{workspaceId}']);
});

test('refetches the Amazon account, triggers and groups after unlinking', { tags: 'spec-255.1' }, async () => {
  const sets = ['/api/amazon-auth', '/api/triggers', '/api/whatsapp-groups'];
  expect(await invalidatedPaths([...sets, '/api/workspaces', ...unrelated], refreshAfterUnlink)).toEqual(sets);
});

test('never refetches or retries automatically', { tags: ['spec-242.2', 'spec-268.1'] }, () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({ retry: false, refetchOnWindowFocus: false, staleTime: Infinity });
  expect(mutations).toMatchObject({ retry: false, networkMode: 'always' });
});

test('shows a failed first load and a failed refetch after a change, but not a failed poll', async () => {
  const shown: string[] = [];
  listenToFailures({ onFailure: ({ message }) => shown.push(message), onSessionExpired: () => {} });
  let answer: () => Response = () => Response.json({ error: 'busy' }, { status: 503 });
  vi.stubGlobal('fetch', async () => answer());
  const queries = createQueryClient();
  const list = queryFor(triggersContract.listTriggers, { workspaceId: 7 });
  const ask = () => queries.fetchQuery({ ...list, staleTime: 0 }).catch(() => {});

  await ask();
  expect(shown).toEqual(['busy']);
  const broken = answer;
  answer = () => Response.json([]);
  await ask();
  await queries.invalidateQueries({ queryKey: list.queryKey });
  answer = broken;
  await ask();
  expect(shown).toEqual(['busy', 'busy']);
  answer = () => Response.json([]);
  await ask();
  answer = broken;
  await ask();
  await ask();
  expect(shown).toEqual(['busy', 'busy']);
  expect(queries.getQueryData(list.queryKey)).toEqual([]);
  vi.unstubAllGlobals();
});

test('shows no message for a failed prefetch until the page fetches it again', async () => {
  const shown: string[] = [];
  listenToFailures({ onFailure: ({ message }) => shown.push(message), onSessionExpired: () => {} });
  vi.stubGlobal('fetch', async () => Response.json({ error: 'busy' }, { status: 503 }));
  const queries = createQueryClient();
  const list = queryFor(triggersContract.listTriggers, { workspaceId: 7 });

  await queries.prefetchQuery({ ...list, meta: { ahead: true } });
  expect(shown).toEqual([]);
  const stop = new QueryObserver(queries, list).subscribe(() => {});
  await vi.waitFor(() => expect(shown).toEqual(['busy']));
  stop();
  vi.unstubAllGlobals();
});

test('shows a message when a prefetch fails while a page observes it', async () => {
  const shown: string[] = [];
  listenToFailures({ onFailure: ({ message }) => shown.push(message), onSessionExpired: () => {} });
  const { promise: answer, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer);
  const queries = createQueryClient();
  const list = queryFor(triggersContract.listTriggers, { workspaceId: 7 });

  const asked = queries.prefetchQuery({ ...list, meta: { ahead: true } });
  const stop = new QueryObserver(queries, list).subscribe(() => {});
  resolve(Response.json({ error: 'busy' }, { status: 503 }));
  await asked;
  expect(shown).toEqual(['busy']);
  stop();
  vi.unstubAllGlobals();
});
