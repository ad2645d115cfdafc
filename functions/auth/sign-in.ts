import type { NewSession } from '#functions/data/people/session-store.ts';
import type { Account, Profile, SignUp, UserItem } from '#functions/data/people/user-store.ts';
import { endOfSession, newSession, sessionIdHash } from '#functions/platform/http/session.ts';
import type { Log } from '#functions/platform/log.ts';
import { retryOnConflict } from '#functions/platform/time/retry.ts';
import type { MakeWorkspace } from '#functions/workspaces/new-workspace.ts';
import { Refusal } from '#shared/refusals.ts';
import { cleanToldName, tidyName, workspaceNameProblem } from '#shared/rules/names.ts';

export type SignInDeps = {
  appUrl: string;
  now: () => Date;
  log: Log;
  newUserId: () => string;
  makeWorkspace: MakeWorkspace;
  users: {
    findByAccount(account: Account): Promise<string | undefined>;
    find(userId: string): Promise<UserItem | undefined>;
    signUp(signUp: SignUp): Promise<'signedUp' | 'accountTaken' | 'workspaceIdTaken'>;
    keepProfile(userId: string, profile: Profile): Promise<void>;
  };
  sessions: {
    add(session: NewSession): Promise<void>;
    remove(idHash: string): Promise<void>;
  };
};

type Browser = { cookies: readonly string[] | undefined; setCookie: (line: string) => void };

/** The first sign-in of an account makes its user and default workspace. The session is new, and an older one ends. */
export async function signIn(
  deps: SignInDeps,
  account: Account,
  { cookies, setCookie }: Browser,
  defaultWorkspaceName: string | undefined,
): Promise<void> {
  const { userId, first } = await userOf(deps, account, usableName(defaultWorkspaceName));
  const now = deps.now();
  const session = newSession(deps.appUrl);
  const previous = sessionIdHash(deps.appUrl, cookies);
  const name = personName(account);
  await deps.sessions.add({ idHash: session.idHash, userId, name, now, endsAt: endOfSession(now, now) });
  if (previous !== undefined) await deps.sessions.remove(previous);
  setCookie(session.cookie);
  deps.log('signIn.done', { userId, provider: account.provider, first });
}

async function userOf(deps: SignInDeps, account: Account, workspaceName: string) {
  // Two tabs may sign in the same new person at once.
  return retryOnConflict({ tries: 3, exhausted: busy }, async () => {
    const known = await deps.users.findByAccount(account);
    if (known !== undefined) return { userId: await refreshed(deps, known, account), first: false };
    const userId = deps.newUserId();
    const workspace = await deps.makeWorkspace({ userId, name: workspaceName, defaultWorkspace: true });
    const named = { ...account, name: personName(account) };
    const outcome = await deps.users.signUp({ account: named, userId, workspace, now: deps.now() });
    return outcome === 'signedUp' ? { userId, first: true } : 'conflict';
  });
}

const busy = (): never => {
  throw new Refusal('server.busy');
};

async function refreshed({ users }: SignInDeps, userId: string, account: Account): Promise<string> {
  const user = await users.find(userId);
  const name = personName(account);
  const { email, language, subject } = account;
  const isSame = (given: string | undefined, kept: string | undefined) => given === undefined || given === kept;
  const isAsKept =
    user?.name === name && user.subject === subject && isSame(email, user.email) && isSame(language, user.language);
  if (!isAsKept) {
    const known = { ...(email !== undefined && { email }), ...(language && { language }) };
    await users.keepProfile(userId, { name, subject, ...known });
  }
  return userId;
}

const personName = ({ name, email, provider }: Account): string =>
  name || cleanToldName(email?.split('@')[0] ?? '') || (provider === 'amazon' ? 'Amazon' : 'Google');

/** Anyone can write the address that the name comes from, so a bad one is replaced. */
function usableName(wished: string | undefined): string {
  const name = tidyName(wished ?? '');
  return workspaceNameProblem(name) ? 'Workspace' : name;
}
