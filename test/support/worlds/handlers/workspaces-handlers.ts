import type { NewToken, WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import type { NewWorkspace } from '#functions/data/workspaces/workspace-writes.ts';
import { serve } from '#functions/platform/http/serve.ts';
import { newSession } from '#functions/platform/http/session.ts';
import { workspacesHandlers } from '#functions/workspaces/handlers.ts';
import { newWorkspace } from '#functions/workspaces/new-workspace.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';
import type { RefusalCode } from '#shared/refusals.ts';
import type { SubscriptionStatus } from '#shared/rules/billing/plans.ts';
import { normaliseName } from '#shared/rules/names.ts';

import { aPlatform, appUrl } from '../a-platform.ts';
import { aNewWorkspace } from '../a-workspace.ts';
import { aContext, anEvent } from '../an-event.ts';

function workspacesInMemory() {
  const all = new Map<number, WorkspaceItem>();
  const mine = ({ userId, id }: { userId: string; id: number }) => {
    const found = all.get(id);
    return found?.userId === userId ? found : undefined;
  };
  const nameTaken = (userId: string, name: string, but?: number): boolean =>
    [...all.values()].some(
      (one) => one.userId === userId && one.id !== but && normaliseName(one.name) === normaliseName(name),
    );
  const change = (id: number, changes: Partial<WorkspaceItem>): void => {
    const found = all.get(id);
    if (found) all.set(id, { ...found, ...changes });
  };
  const store = {
    all,
    change,
    /** Happens once before favorites are stored, which then fails like a conditional write. */
    beforeFavorites: undefined as (() => void) | undefined,
    setFavorites: async (seen: WorkspaceItem, triggerIds: readonly string[]) => {
      const happens = store.beforeFavorites;
      store.beforeFavorites = undefined;
      happens?.();
      if (happens) return 'changed' as const;
      const { favorites: _, ...rest } = seen;
      all.set(seen.id, triggerIds.length > 0 ? { ...rest, favorites: [...triggerIds] } : rest);
      return 'stored' as const;
    },
    find: async (id: number) => all.get(id),
    list: async (userId: string) => [...all.values()].filter((one) => one.userId === userId).toReversed(),
    isNameTaken: async (userId: string, name: string) => nameTaken(userId, name),
    create: async (workspace: NewWorkspace, max = Infinity) => {
      const held = [...all.values()].filter(({ userId }) => userId === workspace.userId).length;
      if (held >= max) return 'tooMany' as const;
      if (all.has(workspace.id)) return 'idTaken' as const;
      if (nameTaken(workspace.userId, workspace.name)) return 'nameTaken' as const;
      all.set(workspace.id, { ...workspace, type: 'workspace', status: 'ATIVO', lastLink: 0, triggerCount: 0 });
      return 'created' as const;
    },
    rename: async (who: { userId: string; id: number }, { from, to }: { from: string; to: string }) => {
      const found = mine(who);
      if (found?.name !== from) return 'changed' as const;
      if (nameTaken(who.userId, to, who.id)) return 'nameTaken' as const;
      all.set(who.id, { ...found, name: to });
      return 'renamed' as const;
    },
    activate: async (who: { userId: string; id: number }) => {
      const found = mine(who);
      if (found) all.set(who.id, { ...found, status: 'ATIVO' });
      return found ? ('done' as const) : ('notFound' as const);
    },
    replaceToken: async (who: { userId: string; id: number }, token: NewToken) => {
      const found = mine(who);
      if (!found) return 'notFound' as const;
      const { oldTokenHash: _, oldTokenUntil: __, ...rest } = found;
      const old = token.oldTokenUntil === undefined ? {} : { oldTokenHash: found.tokenHash };
      all.set(who.id, { ...rest, ...token, ...old });
      return 'done' as const;
    },
  };
  return store;
}

/** Ana owns the workspaces 1 (default and current), 2 and 4; Bruno owns 3. */
export async function aWorkspacesApi() {
  const platform = aPlatform();
  const workspaces = workspacesInMemory();
  const ids = [50, 51, 52, 53, 54];
  const plans = new Map<number, SubscriptionStatus>();
  const seal = {
    seal: async (plain: string, owner: string) => `${owner}|${plain}`,
    open: async (sealed: string, owner: string) => {
      if (!sealed.startsWith(`${owner}|`)) throw new Error('sealed for somebody else');
      return sealed.slice(owner.length + 1);
    },
  };
  const triggersIn = new Map<number, string[]>();
  const hidden: [userId: string, workspaceId: number][] = [];
  const deactivation: { answer: 'deactivated' | RefusalCode; asked: unknown[] } = { answer: 'deactivated', asked: [] };
  const handlers = workspacesHandlers({
    workspaces,
    triggers: { list: async (id) => (triggersIn.get(id) ?? []).map((triggerId) => ({ id: triggerId })) },
    subscriptions: { statuses: async (mine) => mine.map((id) => plans.get(id) ?? 'none') },
    seal,
    now: platform.now,
    makeWorkspace: (wanted) => newWorkspace({ newId: () => ids.shift() ?? 0, now: platform.now, seal }, wanted),
    users: {
      currentWorkspaceId: platform.users.currentWorkspaceId,
      hideFirstSteps: async (userId, id) => void hidden.push([userId, id]),
      switchTo: async (userId, id) => {
        if (workspaces.all.get(id)?.status !== 'ATIVO') return 'notActive';
        platform.current.set(userId, id);
        return 'switched';
      },
    },
    changeTimeZone: async (id, timeZone) => workspaces.change(id, { timeZone }),
    deactivate: async (request) => {
      deactivation.asked.push(request);
      const found = workspaces.all.get(request.workspaceId);
      if (deactivation.answer === 'deactivated' && found) {
        workspaces.all.set(found.id, { ...found, status: 'INATIVO' });
      }
      return deactivation.answer;
    },
  });
  const make = (id: number, changes: Partial<NewWorkspace>) =>
    workspaces.create(aNewWorkspace({ id, tokenSealed: `W#${id}|token-${id}`, ...changes }));
  await make(1, { name: 'Casa', defaultWorkspace: true, createdAt: '2026-11-03T00:00:00.000Z' });
  await make(2, { name: 'Praia', createdAt: '2026-11-02T00:00:00.000Z' });
  await make(4, { name: 'Serra', createdAt: '2026-11-01T00:00:00.000Z' });
  await make(3, { name: 'Foreign', userId: 'bruno' });
  platform.current.set('ana', 1);
  const { idHash, cookie } = newSession(appUrl);
  const endsAt = new Date(platform.now().getTime() + 1e9);
  await platform.sessions.add({ idHash, userId: 'ana', name: 'Ana', now: platform.now(), endsAt });
  const door = serve(workspacesContract, handlers, platform);
  const call = async (
    route: string,
    rest: { id?: number | string; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const { id, ...more } = rest;
    const params = id === undefined ? {} : { params: { id: String(id) } };
    const event = anEvent({ route, cookies: [cookie.split(';')[0] ?? ''], ...params, ...more });
    const reply = await door(event, aContext());
    return { status: reply.statusCode, json: reply.body === undefined ? undefined : JSON.parse(reply.body) };
  };
  return { call, make, workspaces, platform, deactivation, plans, hidden, triggersIn };
}
