import { randomBytes, randomUUID } from 'node:crypto';

import type { SandboxWorld } from '../world.ts';
import {
  stateSchema,
  usualSettings,
  type AccessToken,
  type AmazonCode,
  type AmazonGrant,
  type AmazonSettings,
  type AuthorizationError,
  type RefreshToken,
} from './entities.ts';

export const ACCESS_SECONDS = 3600;
const CODE_MS = 5 * 60_000;
/** How long the previous refresh token remains valid after a lost response. */
const GRACE_MS = 10 * 60_000;

export type TokenPair = { grant: AmazonGrant; access: AccessToken; refresh: RefreshToken };
type Asked = Omit<AmazonCode, 'code' | 'expiresAt'>;
type Revoking = { keepAccess?: boolean; scope?: string };

export function amazonStore(world: SandboxWorld) {
  const grants = new Map<string, AmazonGrant>();
  const codes = new Map<string, AmazonCode>();
  const access = new Map<string, AccessToken>();
  const refresh = new Map<string, RefreshToken>();
  const consents = new Set<string>();
  const errors = new Map<string, AuthorizationError>();
  let settings = usualSettings;
  const time = () => world.now().getTime();

  function issue(grant: AmazonGrant): TokenPair {
    forgetStale();
    const issued = {
      grant,
      // 350 to 2048 bytes, as documented.
      access: {
        token: `Atza|${randomText(276)}`,
        grantId: grant.id,
        issuedAt: time(),
        expiresAt: time() + ACCESS_SECONDS * 1000,
      },
      refresh: { token: `Atzr|${randomText(276)}`, grantId: grant.id },
    };
    access.set(issued.access.token, issued.access);
    refresh.set(issued.refresh.token, issued.refresh);
    world.changed();
    return issued;
  }

  /** Removes tokens that have been useless for an hour. */
  function forgetStale(): void {
    const hourAgo = time() - 3_600_000;
    for (const one of access.values()) if (one.expiresAt < hourAgo) access.delete(one.token);
    for (const one of refresh.values()) if ((one.replacedAt ?? Infinity) < hourAgo) refresh.delete(one.token);
    for (const one of codes.values()) if (one.expiresAt < hourAgo) codes.delete(one.code);
  }

  function grantsOf(person: string | undefined, clientId: string | undefined, scope?: string): AmazonGrant[] {
    return [...grants.values()].filter(
      (one) =>
        (person ?? one.person) === one.person &&
        (clientId ?? one.clientId) === one.clientId &&
        (scope === undefined || one.scope.split(' ').includes(scope)),
    );
  }

  const store = {
    settings: () => settings,
    change(wanted: Partial<AmazonSettings>): void {
      settings = { ...settings, ...wanted };
      world.changed();
    },
    /** The user's next authorization ends with this error. */
    refuseNext: (person: string, error: AuthorizationError): void => void errors.set(person, error),
    takeError(person: string): AuthorizationError | undefined {
      const error = errors.get(person);
      errors.delete(person);
      return error;
    },
    /** `scope` may contain several scopes. */
    hasConsent: (person: string, clientId: string, scope: string) =>
      scope.split(' ').every((one) => consents.has(`${person} ${clientId} ${one}`)),
    consent(person: string, clientId: string, scope: string): void {
      for (const one of scope.split(' ')) consents.add(`${person} ${clientId} ${one}`);
      world.changed();
    },
    /** Clients to which this user granted something. */
    clientsOf(person: string): string[] {
      const allowed = [...consents].map((one) => one.split(' ')).filter(([whose]) => whose === person);
      const granted = grantsOf(person, undefined).filter((one) => !one.revoked);
      return [...new Set([...allowed.map(([, clientId]) => clientId ?? ''), ...granted.map((one) => one.clientId)])];
    },
    newCode(asked: Asked): string {
      const code = randomText(15);
      codes.set(code, { ...asked, code, expiresAt: time() + CODE_MS });
      world.changed();
      return code;
    },
    findCode(code: string): AmazonCode | undefined {
      const found = codes.get(code);
      return found && found.expiresAt > time() ? found : undefined;
    },
    exchange(code: AmazonCode): TokenPair {
      codes.delete(code.code);
      return store.grant(code.person, code.clientId, code.scope);
    },
    /** Grants without asking the user. */
    grant(person: string, clientId: string, scope: string): TokenPair {
      const grant = { id: randomUUID(), person, clientId, scope, revoked: false };
      grants.set(grant.id, grant);
      return issue(grant);
    },
    /** Returns undefined if the token ended or belongs to another client. */
    rotate(token: string, clientId: string): TokenPair | undefined {
      const old = refresh.get(token);
      const grant = old && grants.get(old.grantId);
      if (!old || !grant || grant.revoked || grant.clientId !== clientId) return undefined;
      if (old.replacedAt !== undefined && old.replacedAt + GRACE_MS < time()) return undefined;
      old.replacedAt ??= time();
      return issue(grant);
    },
    currentAccess(grantId: string): string | undefined {
      const grant = grants.get(grantId);
      if (!grant || grant.revoked) return undefined;
      const held = [...access.values()].find((one) => one.grantId === grantId && one.expiresAt > time() + 60_000);
      if (held) return held.token;
      for (const one of refresh.values()) if (one.grantId === grantId) one.replacedAt ??= time();
      return issue(grant).access.token;
    },
    withdraw(grantId: string): void {
      const grant = grants.get(grantId);
      if (grant) grant.revoked = true;
      for (const one of access.values()) if (one.grantId === grantId) one.expiresAt = Math.min(one.expiresAt, time());
      world.changed();
    },
    findAccess(token: string): { access: AccessToken; grant: AmazonGrant } | undefined {
      const found = access.get(token);
      const grant = found && grants.get(found.grantId);
      return found && grant && found.expiresAt > time() ? { access: found, grant } : undefined;
    },
    /** Finds the user of a code or token, even of an expired one. */
    personOf(text: string): string | undefined {
      const grantId = access.get(text)?.grantId ?? refresh.get(text)?.grantId;
      return codes.get(text)?.person ?? (grantId === undefined ? undefined : grants.get(grantId)?.person);
    },
    expire(person: string | undefined, clientId: string | undefined, scope?: string): number {
      const ids = new Set(grantsOf(person, clientId, scope).map((one) => one.id));
      const ended = [...access.values()].filter((one) => ids.has(one.grantId) && one.expiresAt > time());
      for (const one of ended) one.expiresAt = time();
      world.changed();
      return ended.length;
    },
    /** Ends grants and consents. Access tokens end as well unless `keepAccess` is set. */
    revoke(person: string, clientId: string | undefined, { keepAccess = false, scope }: Revoking = {}): number {
      const ended = grantsOf(person, clientId, scope).filter((one) => !one.revoked);
      for (const one of ended) one.revoked = true;
      for (const one of consents) {
        const [whose, client, what] = one.split(' ');
        if (whose === person && (clientId ?? client) === client && (scope ?? what) === what) consents.delete(one);
      }
      if (!keepAccess) store.expire(person, clientId, scope);
      world.changed();
      return ended.length;
    },
    reset(): void {
      for (const part of [grants, codes, access, refresh, consents]) part.clear();
      settings = usualSettings;
    },
    snapshot: () => ({
      grants: [...grants.values()],
      codes: [...codes.values()],
      access: [...access.values()],
      refresh: [...refresh.values()],
      consents: [...consents],
      settings,
    }),
    restore(kept: unknown): void {
      const state = stateSchema.safeParse(kept);
      if (!state.success) return;
      for (const one of state.data.grants) grants.set(one.id, one);
      for (const one of state.data.codes) codes.set(one.code, one);
      for (const one of state.data.access) access.set(one.token, one);
      for (const one of state.data.refresh) refresh.set(one.token, one);
      for (const one of state.data.consents) consents.add(one);
      ({ settings } = state.data);
    },
  };
  return store;
}
export type AmazonStore = ReturnType<typeof amazonStore>;

function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}
