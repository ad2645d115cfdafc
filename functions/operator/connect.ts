import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { createTable } from '#functions/data/table.ts';
import { createLog } from '#functions/platform/log.ts';
import { secretReader } from '#functions/platform/secret-reader.ts';
import { createSecrets } from '#functions/platform/secrets.ts';
import { createStripeBilling } from '#functions/providers/stripe-billing.ts';

import type { Operator } from './operator.ts';
import type { Place } from './target.ts';

/** Everything real, at one place. Nothing is asked of anybody before a command needs it. */
export function connect(place: Place, say: (line: string) => void, complain: (line: string) => void): Operator {
  const now = (): Date => new Date();
  const log = createLog({ write: (line) => complain(line.trimEnd()), now });
  const secrets = createSecrets({ read: secretReader(place), log, now });
  return {
    table: createTable(place),
    stage: place.stage,
    secrets,
    stripe: async () => {
      const secret = await secrets.stripe();
      // The key of a stage is of that stage's mode; here nobody can mix up two.
      const mode = /^(?:sk|rk)_live_/.test(secret?.apiKey ?? '') ? 'live' : 'test';
      const at = { STRIPE_API_BASE: place.STRIPE_API_BASE, STRIPE_MODE: mode } as const;
      return secret && createStripeBilling({ secret: secrets.stripe, place: at, patience });
    },
    say,
    now,
    newId: randomUUID,
    pause: (ms) => pause(ms),
  };
}

const patience = { timeoutMs: 20_000, retries: 2 };
