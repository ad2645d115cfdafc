import { focusManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';

import { aServer, errorReply, late } from '#web/testing/a-server.ts';
import { anasServer, aTrigger, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

import { DashboardPage } from './dashboard-page.tsx';

const save = 'PUT /api/workspaces/4711/favorites';
const names = ['Alarm', 'Coffee', 'Gate', 'Light'];

function aDashboard(favorites?: readonly string[]) {
  return aServer({
    ...anasServer(),
    'GET /api/triggers': { json: names.map((name) => aTrigger({ name })) },
    'GET /api/workspaces/current': { json: { ...home, ...(favorites && { favorites }) } },
    [save]: ({ body }) => ({ json: body }),
  });
}

const tiles = () =>
  within(screen.getByRole('region', { name: 'Run' }))
    .getAllByRole('button', { name: /^Run / })
    .map((tile) => tile.textContent?.split(' ')[1]);

async function openFavorites() {
  const user = await showPage(DashboardPage, { at: '/dashboard' });
  await user.click(await screen.findByRole('button', { name: 'Favorites' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Favorites' }));
  const order = () =>
    dialog
      .queryAllByRole('button', { name: /^Remove .* from the favorites$/ })
      .map((button) => button.getAttribute('aria-label')?.split(' ')[1]);
  return { user, dialog, order, press: (name: string) => user.click(dialog.getByRole('button', { name })) };
}

test('shows favorites first and in their order, and ignores deleted ones', async () => {
  aDashboard(['light', 'deleted', 'coffee']);
  await showPage(DashboardPage, { at: '/dashboard' });
  await screen.findByRole('region', { name: 'Run' });
  expect(tiles()).toEqual(['Light', 'Coffee', 'Alarm', 'Gate']);
});

test('chooses favorites, moves one by keyboard with an announcement, and stores the order', async () => {
  const server = aDashboard();
  const { user, dialog, order, press } = await openFavorites();
  await press('Add Gate to the favorites');
  expect(dialog.getByRole('button', { name: 'Add Light to the favorites' })).toHaveFocus();
  await press('Add Light to the favorites');
  await press('Add Alarm to the favorites');
  await press('Remove Gate from the favorites');
  expect(dialog.getByRole('button', { name: 'Remove Light from the favorites' })).toHaveFocus();
  expect(order()).toEqual(['Light', 'Alarm']);
  expect(dialog.getByRole('button', { name: 'Move Light up' })).toHaveAttribute('aria-disabled', 'true');
  const up = dialog.getByRole('button', { name: 'Move Alarm up' });
  up.focus();
  await user.keyboard('{Enter}');
  expect(order()).toEqual(['Alarm', 'Light']);
  expect(up).toHaveFocus();
  expect(dialog.getByRole('status')).toHaveTextContent('Alarm is number 1 of 2');
  await press('Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.sent(save)).toMatchObject([{ body: { triggerIds: ['alarm', 'light'] } }]);
  expect(tiles()).toEqual(['Alarm', 'Light', 'Coffee', 'Gate']);
});

test('keeps the dialog and reports the reason when the order cannot be stored', async () => {
  const server = aDashboard(['gate']);
  server.answer(save, errorReply(503, 'server.busy'));
  const { order, press } = await openFavorites();
  await press('Save');
  await waitFor(() => expect(toastsNow()).toMatchObject([{ title: 'The favorites could not be saved' }]));
  expect(order()).toEqual(['Gate']);
});

test('does not offer favorites for a single trigger', async () => {
  aServer(anasServer());
  await showPage(DashboardPage, { at: '/dashboard' });
  await screen.findByRole('region', { name: 'Run' });
  expect(screen.queryByRole('button', { name: 'Favorites' })).toBeNull();
});

test('scrolls to the moved favorite', async () => {
  aDashboard(['gate', 'light', 'alarm']);
  const { dialog, press } = await openFavorites();
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  await press('Move Alarm up');
  const rows = within(dialog.getByRole('list', { name: 'Favorites' })).getAllByRole('listitem');
  expect(scroll.mock.contexts).toEqual([rows[1]]);
  expect(rows[1]).toHaveTextContent('Alarm');
  expect(scroll).toHaveBeenCalledWith({ block: 'nearest' });
});

test.each([
  ['shows the favorites that another device chose when the user returns', home.id, ['Gate', 'Alarm']],
  ['stays in its workspace when another device has switched to another one', 12, ['Alarm', 'Coffee']],
] as const)('%s', async (_, id, first) => {
  onTestFinished(() => focusManager.setFocused(undefined));
  const server = aDashboard();
  await showPage(DashboardPage, { at: '/dashboard' });
  await screen.findByRole('region', { name: 'Run' });
  const current = 'GET /api/workspaces/current';
  const asked = server.sent(current).length;
  server.answer(current, { json: { ...home, id, favorites: ['gate'] } });
  act(() => focusManager.setFocused(false));
  act(() => focusManager.setFocused(true));
  await waitFor(() => expect(server.sent(current)).toHaveLength(asked + 1));
  await waitFor(() => expect(tiles().slice(0, 2)).toEqual(first));
});

test.each(['before the save', 'during the save'])(
  'keeps the saved favorites when a read that started %s ends after it',
  async (start) => {
    onTestFinished(() => focusManager.setFocused(undefined));
    const server = aDashboard(['gate', 'light']);
    const { user, press } = await openFavorites();
    const [reading, saving] = [late(), late()];
    server.answer('GET /api/workspaces/current', reading.route);
    server.answer(save, saving.route);
    const comeBack = async () => {
      const asked = server.sent('GET /api/workspaces/current').length;
      act(() => focusManager.setFocused(false));
      act(() => focusManager.setFocused(true));
      await waitFor(() => expect(server.sent('GET /api/workspaces/current')).toHaveLength(asked + 1));
    };
    if (start === 'before the save') await comeBack();
    await press('Remove Gate from the favorites');
    await press('Save');
    await waitFor(() => expect(server.sent(save)).toHaveLength(1));
    if (start === 'during the save') await comeBack();
    saving.give({ json: { triggerIds: ['light'] } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    reading.give({ json: { ...home, favorites: ['gate', 'light'] } });
    await user.click(screen.getByRole('button', { name: 'Favorites' }));
    await screen.findByRole('dialog', { name: 'Favorites' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(tiles().slice(0, 2)).toEqual(['Light', 'Alarm']);
  },
);
