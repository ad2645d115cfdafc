import { screen, within } from '@testing-library/react';

import type { AccessKey } from '#shared/contracts/access-keys.ts';
import { TriggersPage } from '#web/pages/triggers/triggers-page.tsx';

import { aServer } from './a-server.ts';
import { chooseFor } from './choose-for.ts';
import { anasServer, aTrigger } from './people.ts';
import { showPage } from './show-page.tsx';

type Language = 'pt' | 'en' | 'es';

export const zone = 'America/Sao_Paulo';
const list = 'GET /api/access-keys';

export const aKey = (given: Partial<AccessKey> = {}): AccessKey => ({
  id: 'k1',
  name: 'Hubitat',
  triggers: ['good-night'],
  conditions: {},
  used: 0,
  signed: false,
  page: false,
  right: 'fire',
  createdAt: '2026-11-01T12:00:00.000Z',
  ...given,
});
export const withKeys = (accessKeys: readonly AccessKey[]) => ({ json: { accessKeys } });

/** A server with the triggers "Good night" and "Front door". */
export const aServerWith = (keys: readonly AccessKey[], more: Parameters<typeof aServer>[0] = {}) =>
  aServer({
    ...anasServer(),
    'GET /api/triggers': { json: [aTrigger({ name: 'Good night' }), aTrigger({ name: 'Front door', deviceId: 'd2' })] },
    'GET /api/plans': { json: { plans: [], timeZone: zone } },
    [list]: withKeys(keys),
    ...more,
  });

/** Opens the list of access keys from the menu of "Good night". */
export async function openAccess(language: Language = 'en') {
  const user = await showPage(TriggersPage, { at: '/triggers', language });
  await chooseFor(user, 'Good night', /^(Give access|Dar acesso|Dar acceso)$/);
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('heading', { level: 3 });
  return { user, dialog: within(dialog) };
}
