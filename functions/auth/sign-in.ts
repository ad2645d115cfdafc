import type { UserItem } from '#functions/data/items/user-item.ts';
import type { Account, Profile, SignUp } from '#functions/data/people/user-store.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { MakeWorkspace } from '#functions/workspaces/new-workspace.ts';
import type { Language } from '#shared/rules/language.ts';
import { displayNameFrom, tidyName, workspaceNameProblem } from '#shared/rules/names.ts';

import { beginSession, type BeginSessionDeps, type Browser } from './sessions/begin-session.ts';

export type SignInDeps = BeginSessionDeps & {
  newUserId: () => string;
  makeWorkspace: MakeWorkspace;
  users: {
    findByAccount(account: Account): Promise<string | undefined>;
    find(userId: string): Promise<UserItem | undefined>;
    signUp(signUp: SignUp): Promise<'signedUp' | 'accountTaken' | 'workspaceIdTaken'>;
    keepProfile(userId: string, profile: Profile): Promise<void>;
  };
};

/** The first sign-in of an account creates its user and default workspace. */
export async function signIn(
  deps: SignInDeps,
  account: Account,
  browser: Browser,
  defaultWorkspaceName: string | undefined,
): Promise<void> {
  const person = await userOf(deps, account, usableName(defaultWorkspaceName));
  await beginSession(deps, { ...person, name: personName(account) }, browser);
  const { userId, first } = person;
  deps.log('signIn.done', { userId, provider: account.provider, first });
}

async function userOf(deps: SignInDeps, account: Account, workspaceName: string) {
  // Two tabs may sign in the same new user at once.
  return retryOnConflict({ tries: 3 }, async () => {
    const known = await deps.users.findByAccount(account);
    if (known !== undefined) return { userId: known, first: false, language: await refreshUser(deps, known, account) };
    const userId = deps.newUserId();
    const workspace = await deps.makeWorkspace({ userId, name: workspaceName, defaultWorkspace: true });
    const named = { ...account, name: personName(account) };
    const outcome = await deps.users.signUp({ account: named, userId, workspace, now: deps.now() });
    return outcome === 'signedUp' ? { userId, first: true, language: account.language } : 'conflict';
  });
}

/** Stores a changed profile, and returns the language from before. */
async function refreshUser({ users }: SignInDeps, userId: string, account: Account): Promise<Language | undefined> {
  const user = await users.find(userId);
  const name = personName(account);
  const { email, language, subject, provider } = account;
  // Google reports at each sign-in whether the address is verified. Amazon may send none.
  const isEmailGone = provider === 'google' && email === undefined;
  const isSame = (given: string | undefined, kept: string | undefined) => given === undefined || given === kept;
  const isAsKept =
    user?.name === name &&
    user.subject === subject &&
    (isEmailGone ? user.email === undefined : isSame(email, user.email)) &&
    isSame(language, user.language);
  if (!isAsKept) {
    const known = { ...(email !== undefined && { email }), ...(language && { language }) };
    await users.keepProfile(userId, { name, subject, ...known, ...(isEmailGone && { email: null }) });
  }
  return user?.language ?? language;
}

const personName = ({ name, email, provider }: Account): string =>
  name || displayNameFrom(email?.split('@')[0] ?? '') || (provider === 'amazon' ? 'Amazon' : 'Google');

/** Replaces an invalid name: it comes from a URL that anyone can write. */
function usableName(requested: string | undefined): string {
  const name = tidyName(requested ?? '');
  return workspaceNameProblem(name) ? 'Workspace' : name;
}
