import { randomUUID } from 'node:crypto';

import type { SandboxWorld } from '../world.ts';
import { stateSchema, type ReceivedMail } from './entities.ts';

const KEPT = 200;

export function mailboxStore(world: SandboxWorld) {
  let mails: ReceivedMail[] = [];
  let untold: ReceivedMail[] = [];
  return {
    add(mail: Omit<ReceivedMail, 'id' | 'at'>): ReceivedMail {
      const added = { ...mail, id: randomUUID(), at: world.now().toISOString() };
      mails = [added, ...mails].slice(0, KEPT);
      untold = [...untold, added].slice(-KEPT);
      world.changed();
      return added;
    },
    list: (to: string | null): readonly ReceivedMail[] =>
      to === null ? mails : mails.filter((mail) => mail.to === to),
    news: () => untold.splice(0).map(({ to, subject }) => `Mail to ${to}: ${subject}`),
    reset: () => void (mails = []),
    snapshot: () => mails,
    restore(kept: unknown): void {
      const state = stateSchema.safeParse(kept);
      if (state.success) mails = state.data;
    },
  };
}
export type MailboxStore = ReturnType<typeof mailboxStore>;
