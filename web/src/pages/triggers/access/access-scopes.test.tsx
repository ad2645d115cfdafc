import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';

import { aKey, aServerWith, openAccess, withKeys } from '#web/testing/access-keys.ts';

const list = 'GET /api/access-keys';
const create = 'POST /api/access-keys';
const oneKey = 'PATCH /api/access-keys/k1';
const set = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

const editOf = { en: 'Change Hubitat', pt: 'Mudar Hubitat', es: 'Cambiar Hubitat' } as const;

async function edited(language: keyof typeof editOf = 'en') {
  const { dialog, user } = await openAccess(language);
  await user.click(dialog.getByRole('button', { name: editOf[language] }));
  const form = within(await screen.findByRole('dialog', { name: /“Hubitat”/ }));
  await form.findAllByRole('textbox');
  return { user, form, save: () => user.click(form.getByRole('button', { name: /^(Save|Salvar|Guardar)$/ })) };
}

describe('access key of a deleted trigger', () => {
  test.each([
    ['en', ['gone'], 'Its trigger was deleted', 'Its triggers were deleted'],
    ['pt', ['gone'], 'O gatilho dela foi excluído', 'Os gatilhos dela foram excluídos'],
    ['es', ['gone'], 'Se eliminó su disparador', 'Se eliminaron sus disparadores'],
  ] as const)('shows in %s in the list that the trigger was deleted', async (language, triggers, one, several) => {
    aServerWith([
      aKey({ triggers: [...triggers] }),
      aKey({ id: 'k2', name: 'Door bell', triggers: ['gone', 'lost'] }),
      aKey({ id: 'k3', name: 'Hub', triggers: ['gone', 'front-door'] }),
    ]);
    const { dialog } = await openAccess(language);
    const [first, second, third] = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(first).toContain(`${one} ·`);
    expect(second).toContain(`${several} ·`);
    expect(third).toMatch(/: Front door ·/);
  });

  test('drops the deleted trigger when another trigger is added', async () => {
    const before = aKey({ triggers: ['gone', 'good-night'] });
    const server = aServerWith([before], { [oneKey]: { json: before } });
    const { user, form, save } = await edited();
    expect(form.getByRole('radio', { name: 'This one' })).toBeChecked();
    await user.click(form.getByRole('radio', { name: 'Some' }));
    await user.click(form.getByRole('checkbox', { name: 'Front door' }));
    await save();
    await waitFor(() => expect(server.sent(oneKey)).toHaveLength(1));
    expect(server.sent(oneKey)).toMatchObject([{ body: { triggers: ['good-night', 'front-door'] } }]);
  });

  test('keeps the stored triggers when only the name changes', async () => {
    const before = aKey({ triggers: ['gone', 'good-night', 'front-door'] });
    const server = aServerWith([before], { [oneKey]: { json: before } });
    const { form, save } = await edited();
    set(form.getByLabelText('Name'), 'Hub');
    await save();
    await waitFor(() => expect(server.sent(oneKey)).toHaveLength(1));
    expect(server.sent(oneKey).map(({ body }) => body)).toEqual([{ name: 'Hub', conditions: {}, uses: null }]);
  });

  test('requires a trigger before saving when none is left', async () => {
    const before = aKey({ triggers: ['gone'] });
    const server = aServerWith([before], { [oneKey]: { json: before } });
    const { user, form, save } = await edited();
    await save();
    expect(await form.findByText('Choose at least one trigger')).toBeVisible();
    expect(server.sent(oneKey)).toEqual([]);
    await user.click(form.getByRole('checkbox', { name: 'Good night' }));
    await save();
    await waitFor(() => expect(server.sent(oneKey)).toHaveLength(1));
    expect(server.sent(oneKey)).toMatchObject([{ body: { triggers: ['good-night'] } }]);
  });
});

describe('read-only access key', () => {
  test.each([
    ['en', 'New access key', 'Monitoring address', /^For Home Assistant or an uptime tool/],
    ['pt', 'Nova chave de acesso', 'Endereço de monitoramento', /^Para o Home Assistant ou uma ferramenta/],
    ['es', 'Nueva clave de acceso', 'Dirección de monitoreo', /^Para Home Assistant o una herramienta/],
  ] as const)(
    'offers in %s a read-only key without triggers, uses and conditions',
    async (language, opener, kind, hint) => {
      aServerWith([]);
      const { dialog, user } = await openAccess(language);
      await user.click(dialog.getByRole('button', { name: opener }));
      const radio = await screen.findByRole('radio', { name: kind });
      expect(radio).toHaveAccessibleDescription(hint);
      expect(screen.getAllByRole('radio')).toHaveLength(7);
      await user.click(radio);
      expect(screen.getAllByRole('radio')).toHaveLength(4);
      // The name and the end.
      expect(document.querySelectorAll('form input:not([type=radio])')).toHaveLength(2);
      expect(document.querySelector('form details')).toBeNull();
    },
  );

  test('creates a read-only key with only an end, and shows its monitoring address', async () => {
    const secret = 'recado_3mv_k1_the-secret-of-a-key';
    const key = aKey({ name: 'Uptime', right: 'read', triggers: 'all' });
    const server = aServerWith([], { [create]: { status: 201, json: { ...key, secret } } });
    const { dialog, user } = await openAccess();
    await user.click(dialog.getByRole('button', { name: 'New access key' }));
    const form = within(await screen.findByRole('dialog', { name: 'New access key' }));
    set(await form.findByLabelText('Number of uses (optional)'), '5');
    set(form.getByLabelText('Minimum time between runs'), '2');
    await user.click(form.getByRole('radio', { name: 'Monitoring address' }));
    expect(form.getByLabelText('Name')).toHaveAccessibleDescription('Who or what uses it.');
    set(form.getByLabelText('Name'), 'Uptime');
    server.answer(list, withKeys([key]));
    await user.click(form.getByRole('button', { name: 'Create access key' }));
    const handed = within(await screen.findByRole('dialog', { name: '“Uptime” is ready' }));
    expect(server.sent(create).map(({ body }) => body)).toEqual([
      { name: 'Uptime', triggers: 'all', conditions: {}, right: 'read' },
    ]);
    expect(await handed.findByText(`https://hooks.example/prod/findings/4711?token=${secret}`)).toBeVisible();
    expect(handed.getByText(/^It reports problems in this workspace and runs nothing/)).toBeVisible();
    expect(handed.queryByText(/^To run its other triggers/)).toBeNull();
  });

  test('changes the name and the end of a read-only key, and keeps the rest', async () => {
    const before = aKey({ right: 'read', uses: 5, conditions: { coolDownSeconds: 60 } });
    const server = aServerWith([before], { [oneKey]: { json: before } });
    const { form, save } = await edited();
    expect(form.queryByLabelText('Number of uses (optional)')).toBeNull();
    set(form.getByLabelText('Name'), 'Hub');
    await save();
    await waitFor(() => expect(server.sent(oneKey)).toHaveLength(1));
    expect(server.sent(oneKey).map(({ body }) => body)).toEqual([
      { name: 'Hub', conditions: { coolDownSeconds: 60 }, uses: 5 },
    ]);
  });
});
