import { randomUUID } from 'node:crypto';

import { readConfig } from '#functions/platform/config.ts';
import { createSecrets } from '#functions/platform/secrets/secrets.ts';
import type { SealedWorld } from '#functions/wiring/world.ts';

import { plainSeal } from './plain-seal.ts';

type Given = Partial<Omit<SealedWorld, 'config'>> &
  Pick<SealedWorld, 'table'> & { settings?: Readonly<Record<string, string>> };

/** By default without network, secrets, sealing and delays. */
export function testWorld({ settings = {}, ...given }: Given): SealedWorld {
  const { now = () => new Date(), log = () => undefined } = given;
  const addresses = { APP_URL: 'https://recado.example', WEBHOOK_URL: 'https://hooks.example' };
  return {
    config: readConfig({ TABLE_NAME: given.table.name, ...addresses, ...settings }),
    secrets: createSecrets({ read: () => Promise.resolve(undefined), log, now }),
    seal: plainSeal,
    http: () => Promise.reject(new Error('This world has no network.')),
    metrics: () => undefined,
    newId: () => randomUUID(),
    random: () => 0.5,
    pause: () => Promise.resolve(),
    report: () => undefined,
    now,
    log,
    ...given,
  };
}
