import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';

import { aKey, aServerWith, withKeys, zone } from '#web/testing/access-keys.ts';
import { aDeviceIn } from '#web/testing/device-zone.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { TriggersPage } from '../triggers-page.tsx';

const list = 'GET /api/access-keys';
const oneKey = 'PATCH /api/access-keys/k1';
const secret = 'recado_3mv_k1_the-secret-of-a-key';
const noTriggers = { 'GET /api/triggers': { json: [] } };

const show = (at = '/triggers', language: 'pt' | 'en' | 'es' = 'en') => showPage(TriggersPage, { at, language });
const allKeys = async (name = 'Access keys of this workspace') => {
  const dialog = await screen.findByRole('dialog', { name });
  await within(dialog).findAllByRole('listitem');
  return within(dialog);
};
const rowsOf = async (title?: string) =>
  (await allKeys(title)).getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' '));

beforeEach(() => aDeviceIn(zone));

describe('address of an access key', () => {
  test.each([
    ['en', 'Access keys of this workspace', 'Triggers: Good night and Front door'],
    ['pt', 'Chaves de acesso deste workspace', 'Gatilhos: Good night e Front door'],
    ['es', 'Claves de acceso de este espacio de trabajo', 'Disparadores: Good night y Front door'],
  ] as const)('opens in %s all access keys, starting with this one', async (language, title, scope) => {
    aServerWith([
      aKey({ triggers: ['gone'] }),
      aKey({ id: 'k2', name: 'Cleaner', triggers: ['good-night', 'front-door'] }),
      aKey({ id: 'k3', name: 'Hub', triggers: 'all' }),
    ]);
    await show('/triggers?access=k2', language);
    const [first, second, third] = await rowsOf(title);
    expect(first).toMatch(new RegExp(`^Cleaner ${scope} ·`));
    expect(second).toMatch(/^Hubitat /);
    expect(third).toMatch(/^Hub /);
    expect(window.location.search).toBe('');
  });

  test('offers only the triggers of the workspace for a key, and not "This one"', async () => {
    const server = aServerWith([aKey()], { [oneKey]: { json: aKey() } });
    const user = await show('/triggers?access=k1');
    const dialog = await allKeys();
    expect(dialog.queryByRole('button', { name: 'New access key' })).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Change Hubitat' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change “Hubitat”' }));
    expect((await form.findAllByRole('radio')).map((radio) => radio.closest('label')?.textContent)).toEqual([
      'Some',
      'All',
    ]);
    expect(form.getByRole('checkbox', { name: 'Good night' })).toBeChecked();
    await user.click(form.getByRole('checkbox', { name: 'Front door' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.sent(oneKey)).toHaveLength(1));
    expect(server.sent(oneKey)).toMatchObject([{ body: { triggers: ['good-night', 'front-door'] } }]);
  });
});

describe('workspace without triggers', () => {
  test.each([
    ['en', 'Show access keys', 'Access keys of this workspace', 'Its trigger was deleted'],
    ['pt', 'Mostrar chaves de acesso', 'Chaves de acesso deste workspace', 'O gatilho dela foi excluído'],
    ['es', 'Mostrar claves de acceso', 'Claves de acceso de este espacio de trabajo', 'Se eliminó su disparador'],
  ] as const)('leads in %s to its access keys', async (language, button, title, scope) => {
    aServerWith([aKey()], noTriggers);
    const user = await show('/triggers', language);
    await user.click(await screen.findByRole('button', { name: button }));
    const [row] = await rowsOf(title);
    expect(row).toContain(scope);
  });

  test('shows nothing about access keys when it has none', async () => {
    const server = aServerWith([], noTriggers);
    await show();
    expect(await screen.findByText('No triggers yet')).toBeVisible();
    await waitFor(() => expect(server.sent(list)).not.toEqual([]));
    expect(screen.queryByText('Access keys')).toBeNull();
  });

  test('changes the end of a key and keeps its deleted triggers', async () => {
    const server = aServerWith([aKey()], { ...noTriggers, [oneKey]: { json: aKey() } });
    const user = await show('/triggers?access=k1');
    await user.click((await allKeys()).getByRole('button', { name: 'Change Hubitat' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change “Hubitat”' }));
    fireEvent.change(await form.findByLabelText('Expires (optional)'), { target: { value: '2099-12-24T18:00' } });
    expect(form.queryByText('Which triggers it runs')).toBeNull();
    await user.click(form.getByRole('button', { name: 'Save' }));
    await allKeys();
    expect(server.sent(oneKey).map(({ body }) => body)).toEqual([
      { name: 'Hubitat', conditions: { until: '2099-12-24T21:00:00.000Z' }, uses: null },
    ]);
  });

  test('revokes a key, and hides the way to the keys after the last one', async () => {
    const server = aServerWith([aKey()], { ...noTriggers, 'DELETE /api/access-keys/k1': {} });
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Show access keys' }));
    const dialog = await allKeys();
    await user.click(dialog.getByRole('button', { name: 'Revoke Hubitat' }));
    const question = within(await screen.findByRole('alertdialog'));
    server.answer(list, withKeys([]));
    await user.click(question.getByRole('button', { name: 'Revoke access key' }));
    expect(await dialog.findByRole('heading', { name: 'No access keys' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show access keys' })).toBeNull());
  });

  test.each([
    ['only the new secret of a key', 'fire', []],
    ['the monitoring address of a read-only key', 'read', [`https://hooks.example/prod/findings/4711?token=${secret}`]],
  ] as const)('shows %s after its secret was replaced', async (_, right, addresses) => {
    const key = aKey({ right, triggers: right === 'read' ? 'all' : ['gone'] });
    aServerWith([key], { ...noTriggers, [oneKey]: { json: { ...key, secret } } });
    const user = await show('/triggers?access=k1');
    await user.click((await allKeys()).getByRole('button', { name: 'Replace the secret of Hubitat' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Replace secret' }));
    const handed = within(await screen.findByRole('dialog', { name: '“Hubitat” is ready' }));
    expect(handed.getByText(secret)).toBeVisible();
    await waitFor(() => expect(handed.getAllByRole('button', { name: /^Copy/ })).toHaveLength(addresses.length + 1));
    expect(handed.queryAllByText(/^https:/).map(({ textContent }) => textContent)).toEqual(addresses);
  });
});
