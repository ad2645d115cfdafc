import * as z from 'zod/mini';

import { webhookAddress } from '#shared/rules/webhook-address.ts';

import { stackControls } from '../local-client.ts';
import { setSecret } from '../secrets-file.ts';
import { addRoutine, addTrigger, enableSkill, linkAmazon, signedIn } from './people.ts';
import { ok, type Place } from './steps.ts';

const workspace = z.object({ id: z.number(), workspaceToken: z.string() });

export const canaryNames = { fired: 'Canário', echo: 'Eco do canário' } as const;

/** A test home for the canary, with its secret as described in `docs/secrets.md`. */
export async function seedCanary(place: Place): Promise<void> {
  const browser = await signedIn(place, 'canary', 'Casa de testes');
  await linkAmazon(browser, 'canary');
  await enableSkill(place, 'canary');
  const deviceId = await addTrigger(browser, canaryNames.fired);
  const echo = await addTrigger(browser, canaryNames.echo);
  await stackControls(place).drain();
  await addRoutine(place, 'canary', canaryNames.fired, { says: 'Piu.', scenes: [canaryNames.echo] });
  const { id, workspaceToken } = workspace.parse(ok(await browser.get('/api/workspaces/current')).json());
  const webhook = webhookAddress(place.appUrl, { workspaceId: id, deviceId }, workspaceToken);
  await setSecret(place.secretsFile, 'canary', { webhook, echo });
}
