import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { Refusal, type RefusalCode } from '#shared/refusals.ts';
import { normaliseName, tidyName } from '#shared/rules/names.ts';

import { myWorkspace, type FindWorkspace } from './my-workspace.ts';
import { validName } from './valid-name.ts';

type Mine = { userId: string; id: number };

type Deps = FindWorkspace & {
  workspaces: {
    isNameTaken(userId: string, normalisedName: string): Promise<boolean>;
    rename(mine: Mine, names: { from: string; to: string }): Promise<'renamed' | 'nameTaken' | 'changed'>;
    activate(mine: Mine): Promise<'done' | 'notFound'>;
  };
  changeTimeZone(workspaceId: number, timeZone: string): Promise<void>;
  deactivate(request: { userId: string; workspaceId: number }): Promise<'deactivated' | RefusalCode>;
};

type Change = { name?: string | undefined; status?: 'ATIVO' | 'INATIVO' | undefined; timeZone?: string | undefined };

/** An unchanged name is not validated again, because it may be older than a rule. */
export async function updateWorkspace(deps: Deps, mine: Mine, change: Change): Promise<WorkspaceItem> {
  const workspace = await myWorkspace(deps, mine.userId, mine.id);
  const names = newName(workspace, change.name);
  if (names && soundsDifferent(names) && (await deps.workspaces.isNameTaken(mine.userId, normaliseName(names.to)))) {
    throw nameTaken();
  }
  if (change.status === 'INATIVO') await deactivate(deps, mine);
  if (change.status === 'ATIVO' && workspace.status !== 'ATIVO') await deps.workspaces.activate(mine);
  if (change.timeZone !== undefined) await deps.changeTimeZone(mine.id, change.timeZone);
  if (names) await rename(deps, mine, names);
  return myWorkspace(deps, mine.userId, mine.id);
}

function newName({ name: from }: WorkspaceItem, wished: string | undefined): { from: string; to: string } | undefined {
  if (wished === undefined || wished === from || tidyName(wished) === from) return undefined;
  return { from, to: validName(wished) };
}

const soundsDifferent = ({ from, to }: { from: string; to: string }): boolean =>
  normaliseName(from) !== normaliseName(to);

const nameTaken = (): Refusal => new Refusal('workspace.nameTaken', { fields: { name: 'workspace.nameTaken' } });

async function deactivate(deps: Deps, { userId, id }: Mine): Promise<void> {
  const outcome = await deps.deactivate({ userId, workspaceId: id });
  if (outcome !== 'deactivated') throw new Refusal(outcome);
}

async function rename(deps: Deps, mine: Mine, names: { from: string; to: string }): Promise<void> {
  const outcome = await deps.workspaces.rename(mine, names);
  if (outcome === 'nameTaken') throw nameTaken();
  if (outcome === 'renamed') return;
  // Another rename came first. This one is later, so it is applied to the new name.
  const { name } = await myWorkspace(deps, mine.userId, mine.id);
  const again = name === names.to ? 'renamed' : await deps.workspaces.rename(mine, { from: name, to: names.to });
  if (again === 'nameTaken') throw nameTaken();
  if (again === 'changed') throw new Refusal('server.busy', { retryAfterSeconds: 1 });
}
