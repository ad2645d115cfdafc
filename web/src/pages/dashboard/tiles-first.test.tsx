import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { aServer, late, errorReply } from '#web/testing/a-server.ts';
import { anasServer, aTrigger, findingsCall, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';

import { DashboardPage } from './dashboard-page.tsx';

const list = 'GET /api/triggers';
const current = 'GET /api/workspaces/current';

const show = () => showPage(DashboardPage, { at: '/dashboard' });

test('shows the tiles before the slower cards, in their final place', async () => {
  const slow = late();
  aServer({
    ...anasServer(),
    [list]: { json: [aTrigger({ name: 'Gate' })] },
    [findingsCall]: slow.route,
    'GET /api/whatsapp-groups': slow.route,
  });
  await show();
  const shown = await screen.findByRole('button', { name: /^Run Gate/ });
  expect(screen.getByText('Loading...')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /Total triggers/ })).toBeNull();
  slow.give(errorReply(503, 'server.busy'));
  expect(await screen.findByRole('link', { name: /Total triggers/ })).toBeVisible();
  expect(screen.queryByText('Loading...')).toBeNull();
  expect(shown).toBeVisible();
  const region = screen.getByRole('region', { name: 'Run' });
  expect(region.parentElement?.firstElementChild).toBe(region);
});

test('waits for the favorites before it shows a tile', async () => {
  const slow = late();
  const triggers = ['Alarm', 'Gate'].map((name) => aTrigger({ name }));
  const server = aServer({ ...anasServer(), [list]: { json: triggers }, [current]: slow.route });
  await show();
  await waitFor(() => expect(server.sent(list)).not.toEqual([]));
  await act(() => vi.dynamicImportSettled());
  expect(screen.queryByRole('region', { name: 'Run' })).toBeNull();
  slow.give({ json: { ...home, favorites: ['gate'] } });
  const tiles = within(await screen.findByRole('region', { name: 'Run' }));
  expect(tiles.getAllByRole('button', { name: /^Run / })[0]).toHaveAccessibleName(/Gate/);
});
