import { beforeAll, expect, test } from 'vitest';

import { workspaceKey } from '#functions/data/keys.ts';
import { createUserStore, type Account } from '#functions/data/people/user-store.ts';
import type { Table } from '#functions/data/table.ts';
import { createWorkspaceStore } from '#functions/data/workspaces/workspace-store.ts';

import { aTable } from '../support/worlds/a-table.ts';
import { aNewWorkspace } from '../support/worlds/a-workspace.ts';
import { setAttributes } from '../support/worlds/set-attributes.ts';

let table: Table;
let users: ReturnType<typeof createUserStore>;
let workspaces: ReturnType<typeof createWorkspaceStore>;
const now = new Date('2026-11-20T12:00:00.000Z');

beforeAll(async () => {
  table = await aTable();
  users = createUserStore(table);
  workspaces = createWorkspaceStore(table);
});

let made = 0;
const anAccount = (): Account => ({
  provider: 'amazon',
  subject: `sub-${(made += 1)}`,
  name: 'Ana',
  email: 'ana@x.test',
});

function signUpOf(account: Account) {
  const userId = `user-${(made += 1)}`;
  const workspace = aNewWorkspace({ id: (made += 1), userId, defaultWorkspace: true });
  return { account, userId, workspace, now };
}

async function signedUp() {
  const signUp = signUpOf(anAccount());
  await users.signUp(signUp);
  return signUp;
}

test('creates account, user and default workspace on sign-up, and selects the workspace', async () => {
  const { account, userId, workspace } = await signedUp();
  expect(await users.findByAccount(account)).toBe(userId);
  expect(await users.find(userId)).toMatchObject({
    id: userId,
    name: 'Ana',
    email: 'ana@x.test',
    signedInWith: 'amazon',
    trialUsed: false,
    currentWorkspaceId: workspace.id,
    defaultWorkspaceId: workspace.id,
  });
  expect(await users.owns(userId, workspace.id)).toBe(true);
  expect(await workspaces.find(workspace.id)).toMatchObject({ userId, defaultWorkspace: true });
});

test('creates one user with one workspace from twenty concurrent sign-ups of an account', async () => {
  const account = anAccount();
  const all = Array.from({ length: 20 }, () => signUpOf(account));
  const outcomes = await Promise.all(all.map((signUp) => users.signUp(signUp)));
  expect(outcomes.filter((outcome) => outcome === 'signedUp')).toHaveLength(1);
  const found = await Promise.all(all.map(({ workspace }) => workspaces.find(workspace.id)));
  expect(found.filter((workspace) => workspace !== undefined)).toHaveLength(1);
});

test('treats an account of the other provider with the same e-mail as another user', async () => {
  const { account } = await signedUp();
  expect(await users.findByAccount({ ...account, provider: 'google' })).toBeUndefined();
  expect(await users.signUp(signUpOf({ ...account, provider: 'google' }))).toBe('signedUp');
});

test('creates no user when the workspace id is in use', async () => {
  const { workspace } = await signedUp();
  const next = signUpOf(anAccount());
  const outcome = await users.signUp({ ...next, workspace: { ...next.workspace, id: workspace.id } });
  expect(outcome).toBe('workspaceIdTaken');
  expect(await users.findByAccount(next.account)).toBeUndefined();
});

test('reports that a workspace of another user is not owned', async () => {
  const [ana, bruno] = [await signedUp(), await signedUp()];
  expect(await users.owns(ana.userId, bruno.workspace.id)).toBe(false);
});

test('stores a new name, and keeps the e-mail until it is removed', async () => {
  const { userId } = await signedUp();
  await users.keepProfile(userId, { name: 'Ana Lima' });
  expect(await users.find(userId)).toMatchObject({ name: 'Ana Lima', email: 'ana@x.test' });
  await users.keepProfile(userId, { name: 'Ana Lima', email: null });
  expect(await users.find(userId)).not.toHaveProperty('email');
});

test('creates no user when the profile of an unknown one is stored', async () => {
  await expect(users.keepProfile('nobody', { name: 'Ghost' })).rejects.toThrow(/conditional/);
  expect(await users.find('nobody')).toBeUndefined();
});

test('stores that a trial was used up elsewhere, and creates no unknown user', async () => {
  const { userId } = await signedUp();
  await users.useUpTrial(userId);
  expect(await users.find(userId)).toMatchObject({ trialUsed: true, name: 'Ana' });
  await expect(users.useUpTrial('nobody')).rejects.toThrow(/conditional/);
  expect(await users.find('nobody')).toBeUndefined();
});

test('stores hidden first steps once per workspace, and creates no unknown user', async () => {
  const { userId, workspace } = await signedUp();
  expect((await users.find(userId))?.firstStepsHidden).toBeUndefined();
  await Promise.all([users.hideFirstSteps(userId, workspace.id), users.hideFirstSteps(userId, workspace.id)]);
  await users.hideFirstSteps(userId, 77);
  expect(await users.find(userId)).toMatchObject({ firstStepsHidden: [workspace.id, 77], name: 'Ana' });
  await users.hideFirstSteps('nobody', 77);
  expect(await users.find('nobody')).toBeUndefined();
});

test('returns the current workspace right after the switch', async () => {
  const { userId } = await signedUp();
  const id = (made += 1);
  await workspaces.create(aNewWorkspace({ id, userId, name: 'Second' }));
  expect(await users.switchTo(userId, id)).toBe('switched');
  expect(await users.currentWorkspaceId(userId)).toBe(id);
});

test('rejects a switch to a workspace that is inactive, foreign or unknown', async () => {
  const [ana, bruno] = [await signedUp(), await signedUp()];
  const id = (made += 1);
  await workspaces.create(aNewWorkspace({ id, userId: ana.userId, name: 'Asleep' }));
  await setAttributes(table, workspaceKey(id), { status: 'INATIVO' });
  for (const target of [id, bruno.workspace.id, 999_999]) {
    expect(await users.switchTo(ana.userId, target)).toBe('notActive');
  }
  expect(await users.currentWorkspaceId(ana.userId)).toBe(ana.workspace.id);
});
