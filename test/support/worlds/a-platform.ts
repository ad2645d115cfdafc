import type { NewSession, SessionItem } from '#functions/data/people/session-store.ts';
import { createLog } from '#functions/platform/log.ts';

import { aClock } from './a-clock.ts';

export const appUrl = 'https://app.test';

type Begun = Omit<NewSession, 'device' | 'browserHash'> & Partial<NewSession>;

export function sessionsInMemory() {
  const all = new Map<string, SessionItem>();
  return {
    all,
    add: async (session: Begun): Promise<'added'> => {
      const { idHash, userId, name, now, endsAt, device = {}, browserHash = 'browser' } = session;
      const at = now.toISOString();
      const expiresAt = Math.floor(endsAt.getTime() / 1000);
      const origin = { device, browserHash };
      all.set(idHash, { type: 'session', userId, name, createdAt: at, renewedAt: at, expiresAt, ...origin });
      return 'added';
    },
    find: async (idHash: string, now: Date): Promise<SessionItem | undefined> => {
      const found = all.get(idHash);
      return found && found.expiresAt * 1000 > now.getTime() ? found : undefined;
    },
    renew: async (idHash: string, { now, endsAt }: { now: Date; endsAt: Date }): Promise<'renewed' | 'gone'> => {
      const found = all.get(idHash);
      if (!found) return 'gone';
      const expiresAt = Math.floor(endsAt.getTime() / 1000);
      all.set(idHash, { ...found, renewedAt: now.toISOString(), expiresAt });
      return 'renewed';
    },
    enlist: async (): Promise<'gone'> => 'gone',
    remove: async (idHash: string): Promise<void> => void all.delete(idHash),
    keepNewest: async (): Promise<void> => {},
  };
}

export function aPlatform() {
  const clock = aClock();
  const logged: string[] = [];
  const sessions = sessionsInMemory();
  const owners = new Map<number, string>();
  const current = new Map<string, number>();
  return {
    appUrl,
    clock,
    now: clock.now,
    logged,
    log: createLog({ write: (line) => void logged.push(line), now: clock.now }),
    originSecret: (): Promise<{ value: string } | undefined> => Promise.resolve(undefined),
    sessions,
    owners,
    current,
    users: {
      owns: async (userId: string, workspaceId: number) => owners.get(workspaceId) === userId,
      currentWorkspaceId: async (userId: string) => current.get(userId),
    },
  };
}

export type TestPlatform = ReturnType<typeof aPlatform>;
