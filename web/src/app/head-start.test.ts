import { afterEach, expect, test, vi } from 'vitest';

import { createQueryClient } from '../api/query-client.ts';
import { aServer, refused } from '../testing/a-server.ts';
import { anasServer, home } from '../testing/people.ts';
import { askAhead } from './head-start.ts';

afterEach(() => void vi.unstubAllGlobals());

const all = [
  'GET /api/workspaces/current',
  'GET /api/workspaces',
  'GET /api/amazon-auth',
  'GET /api/triggers',
  `GET /api/subscription/${home.id}`,
];

test('nothing is asked for before we know who is there', async () => {
  const server = aServer({ ...anasServer(), 'GET /api/auth/user': refused(401, 'auth.sessionExpired') });
  await askAhead(createQueryClient());
  expect(server.heard.map(({ path }) => path)).toEqual(['/api/auth/user']);
});

test('then workspaces and triggers go out together, the triggers for the workspace that the user is in', async () => {
  const server = aServer(anasServer());
  await askAhead(createQueryClient());
  expect(server.heard.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual(all);
  expect(server.sent('GET /api/triggers').map(({ workspace }) => workspace)).toEqual([String(home.id)]);
});
