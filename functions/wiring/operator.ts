import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { createTable } from '#functions/data/table.ts';
import { createLog } from '#functions/platform/log.ts';
import { secretReader } from '#functions/platform/secrets/secret-reader.ts';
import { createSecrets } from '#functions/platform/secrets/secrets.ts';
import { createHttp, type Http } from '#functions/providers/http.ts';
import { createSecretsManager } from '#functions/providers/secrets-manager.ts';
import { createStripeBilling, type StripeBilling } from '#functions/providers/stripe-billing.ts';

type Target = Parameters<typeof createTable>[0] & Parameters<typeof secretReader>[0] & { STRIPE_API_BASE?: string };

const wait = (ms: number): Promise<void> => pause(ms);

const patience = { timeoutMs: 20_000, retries: 2 };

const now = (): Date => new Date();

/** Providers are not called before a command needs them. */
export function operatorWorld(target: Target, printError: (line: string) => void, http: Http = createHttp(now)) {
  const log = createLog({ write: (line) => printError(line.trimEnd()), now });
  const table = createTable(target);
  const manager = createSecretsManager({
    http,
    // A profile of the AWS CLI, for example.
    credentials: () => table.doc.config.credentials(),
    region: target.DATA_REGION,
    now,
    pause: wait,
    random: Math.random,
  });
  const secrets = createSecrets({ read: secretReader(target, manager), log, now });
  return {
    table,
    secrets,
    http,
    stripe: async (): Promise<StripeBilling | undefined> => {
      const secret = await secrets.stripe();
      // The mode of the key is that of the stage.
      const mode = /^(?:sk|rk)_live_/.test(secret?.apiKey ?? '') ? 'live' : 'test';
      const place = { STRIPE_API_BASE: target.STRIPE_API_BASE, STRIPE_MODE: mode } as const;
      return secret && createStripeBilling({ secret: secrets.stripe, place, patience });
    },
    now,
    newId: randomUUID,
    pause: wait,
  };
}
