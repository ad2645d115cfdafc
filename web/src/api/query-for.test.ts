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
  'a read of a workspace is cached by its id, so a switch never shows rows of the one before',
  { tags: ['spec-8.3', 'spec-234.1'] },
  () => {
    const [here] = keyFor(triggersContract.listTriggers, { workspaceId: 7 });
    const [there] = keyFor(triggersContract.listTriggers, { workspaceId: 8 });
    expect([here, there]).toEqual([7, 8]);
    expect(keyFor(workspacesContract.currentWorkspace, {})[0]).toBe('app');
  },
);

async function stale(paths: readonly string[], change: typeof refreshAfterWorkspaceChange) {
  const queries = createQueryClient();
  for (const path of paths) queries.setQueryData([7, path, {}, {}], 'old');
  await change(queries);
  return paths.filter((path) => queries.getQueryState([7, path, {}, {}])?.isInvalidated);
}

const others = ['/api/auth/user', '/config.json', '/api/executions/daily'];

test(
  'after a workspace was created or switched, its nine sets are asked for again and nothing else',
  { tags: 'spec-281.1' },
  async () => {
    expect(await stale([...setsOfAWorkspace, ...others], refreshAfterWorkspaceChange)).toEqual([...setsOfAWorkspace]);
    expect(setsOfAWorkspace).toHaveLength(9);
  },
);

test('a set includes what lies below its path', async () => {
  expect(await stale(['/api/subscription/{workspaceId}', '/api/triggersome'], refreshAfterWorkspaceChange)).toEqual([
    '/api/subscription/{workspaceId}',
  ]);
});

test('after unlinking, account, triggers and groups are asked for again', { tags: 'spec-255.1' }, async () => {
  const sets = ['/api/amazon-auth', '/api/triggers', '/api/whatsapp-groups'];
  expect(await stale([...sets, '/api/workspaces', ...others], refreshAfterUnlink)).toEqual(sets);
});

test('server data is never asked for twice by itself', { tags: ['spec-242.2', 'spec-268.1'] }, () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();
  expect(queries).toMatchObject({ retry: false, refetchOnWindowFocus: false, staleTime: Infinity });
  expect(mutations).toMatchObject({ retry: false, networkMode: 'always' });
});

test('a first load and what a change asks for again say that they failed; a repeat such as polling does not', async () => {
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

test('a prefetch fails without a message; the page asks again and shows the failure then', async () => {
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

test('a prefetch that fails while a page shows it raises the message', async () => {
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
