import { afterEach, expect, test, vi } from 'vitest';

import { createQueryClient } from '#web/api/query-client.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anasServer, home } from '#web/testing/people.ts';

import { prefetchStartData } from './head-start.ts';

afterEach(() => void vi.unstubAllGlobals());

const everywhere = ['GET /api/workspaces/current', 'GET /api/workspaces', 'GET /api/amazon-auth', 'GET /api/triggers'];
const subscription = `GET /api/subscription/${home.id}`;

test('requests nothing before the user is known', { tags: 'spec-246.1' }, async () => {
  const server = aServer({ ...anasServer(), 'GET /api/auth/user': errorReply(401, 'auth.sessionExpired') });
  await prefetchStartData(createQueryClient(), '/dashboard');
  expect(server.heard.map(({ path }) => path)).toEqual(['/api/auth/user']);
});

test.each([
  ['/triggers', []],
  ['/subscription/', [subscription]],
  ['/whatsapp', [subscription]],
  ['/', [subscription]],
])(
  'requests workspaces and triggers together, and on %s also its own data',
  { tags: ['spec-249.1', 'spec-258.1'] },
  async (path, besides) => {
    const server = aServer(anasServer());
    await prefetchStartData(createQueryClient(), path);
    const asked = server.heard.slice(1);
    expect(asked.map(({ method, path: at }) => `${method} ${at}`)).toEqual([...everywhere, ...besides]);
    expect(server.sent('GET /api/triggers').map(({ workspace }) => workspace)).toEqual([String(home.id)]);
  },
);
