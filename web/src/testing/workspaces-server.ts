import { workspacesContract } from '#shared/contracts/workspaces.ts';

import { aServer } from './a-server.ts';
import { aSubscription } from './a-subscription.ts';
import { anasServer, home } from './people.ts';

type Workspace = Omit<typeof home, 'workspaceToken'> & { timeZone?: string };

export const aWorkspace = (given: Partial<Workspace> & { id: number; name: string }): Workspace => ({
  status: 'ATIVO',
  defaultWorkspace: false,
  userId: 'ana',
  createdAt: '2026-02-01T10:00:00.000Z',
  ...given,
});

/** Lists the default workspace first. Deactivating the current one makes the default one current. */
export function workspacesServer(...others: readonly Workspace[]) {
  let all: Workspace[] = [{ ...home }, ...others];
  let current = home.id;
  const find = (id: unknown) => all.find((one) => one.id === Number(id));
  const change = (id: number) => (heard: { body: unknown }) => {
    const { name, status } = { ...find(id), ...workspacesContract.updateWorkspace.body.parse(heard.body) };
    all = all.map((one) => (one.id === id ? { ...one, ...(name && { name }), ...(status && { status }) } : one));
    if (status === 'INATIVO' && current === id) current = home.id;
    return { json: find(id) };
  };
  return aServer({
    ...anasServer(),
    'GET /api/workspaces': () => ({ json: all }),
    'GET /api/workspaces/current': () => ({ json: { ...find(current), workspaceToken: home.workspaceToken } }),
    'POST /api/workspaces': ({ body }) => {
      const made = aWorkspace({ id: 100 + all.length, name: String(Object(body).name) });
      all = [...all, made];
      return { status: 201, json: made };
    },
    'POST /api/workspaces/switch': ({ body }) => {
      current = Number(Object(body).workspaceId);
      return { json: { id: current, name: find(current)?.name } };
    },
    ...Object.fromEntries(all.map(({ id }) => [`PATCH /api/workspaces/${id}`, change(id)])),
    ...Object.fromEntries(
      all.map(({ id }) => [`GET /api/subscription/${id}`, { json: { ...aSubscription('inactive'), workspaceId: id } }]),
    ),
  });
}
