import { beforeEach, expect, test, vi } from 'vitest';

import { createQueryClient } from '../api/query-client.ts';
import { aServer, refused } from '../testing/a-server.ts';
import { anasServer } from '../testing/people.ts';
import { askAhead, noteWorkspace } from './head-start.ts';

beforeEach(() => {
  localStorage.clear();
  return () => vi.unstubAllGlobals();
});

const all = ['GET /api/workspaces/current', 'GET /api/workspaces', 'GET /api/triggers'];

test('nothing is asked for before we know who is there', async () => {
  noteWorkspace(7);
  const server = aServer({ ...anasServer(), 'GET /api/auth/user': refused(401, 'auth.sessionExpired') });
  await askAhead(createQueryClient());
  expect(server.heard.map(({ path }) => path)).toEqual(['/api/auth/user']);
});

test('then workspaces and triggers go out together, the triggers for the workspace of the last visit', async () => {
  noteWorkspace(7);
  const server = aServer(anasServer());
  await askAhead(createQueryClient());
  expect(server.heard.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual(all);
  expect(server.sent('GET /api/triggers').map(({ workspace }) => workspace)).toEqual(['7']);
});

test('a first visit has no workspace to guess', async () => {
  const server = aServer(anasServer());
  await askAhead(createQueryClient());
  expect(server.heard.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual(all.slice(0, 2));
});
