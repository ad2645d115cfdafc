import { randomBytes } from 'node:crypto';

import type { SandboxWorld } from '../world.ts';
import { stateSchema, type GoogleCode } from './entities.ts';
import { signingKey } from './keys.ts';

const CODE_MS = 5 * 60_000;

/** Google's access tokens are not used here, so they are not stored. */
export function googleStore(world: SandboxWorld) {
  const codes = new Map<string, GoogleCode>();
  const key = signingKey(world.changed);
  return {
    key,
    newCode(asked: Omit<GoogleCode, 'code' | 'expiresAt'>): string {
      const code = `4/${randomBytes(32).toString('base64url')}`;
      codes.set(code, { ...asked, code, expiresAt: world.now().getTime() + CODE_MS });
      world.changed();
      return code;
    },
    findCode(code: string): GoogleCode | undefined {
      const found = codes.get(code);
      return found && found.expiresAt > world.now().getTime() ? found : undefined;
    },
    useUp(code: GoogleCode): void {
      codes.delete(code.code);
      world.changed();
    },
    reset: () => codes.clear(),
    snapshot: () => ({ codes: [...codes.values()], key: key.kept() }),
    restore(kept: unknown): void {
      const state = stateSchema.safeParse(kept);
      if (!state.success) return;
      for (const one of state.data.codes) codes.set(one.code, one);
      if (state.data.key) key.restore(state.data.key);
    },
  };
}
export type GoogleStore = ReturnType<typeof googleStore>;
