import '#web/testing/show-page.tsx';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Link } from 'wouter';

import { applyLanguage } from '#web/i18n/switch-language.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';
import { Toaster } from '#web/ui/toasts/toaster.tsx';

import { Menu } from '../menu.tsx';
import { Dialog } from './dialog.tsx';
import { Drawer } from './drawer.tsx';

beforeEach(async () => {
  await applyLanguage('en');
  window.history.pushState(null, '', '/before');
  window.history.pushState(null, '', '/triggers');
});

const address = (): string => window.location.pathname;

/** Resolves when the browser has navigated. */
async function moves(go: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  window.addEventListener('popstate', resolve, { once: true });
  go();
  await promise;
}
const back = () => moves(() => window.history.back());
const forward = () => moves(() => window.history.forward());

type Kept = { locked?: boolean; buttonsOnly?: boolean };

function Page({ locked = false, buttonsOnly = false }: Kept) {
  const [drawer, setDrawer] = useState(false);
  const [dialog, setDialog] = useState(false);
  return (
    <main>
      <h1>Triggers</h1>
      <button onClick={() => setDrawer(true)}>History</button>
      <button onClick={() => setDialog(true)}>Check first</button>
      <Menu
        entries={[{ kind: 'action', key: 'check', label: 'Check later', onSelect: () => setDialog(true) }]}
        renderButton={(props) => (
          <button {...props} type="button">
            More
          </button>
        )}
      />
      <Drawer onClose={() => setDrawer(false)} open={drawer} side="right" title="Run history">
        <button onClick={() => setDialog(true)}>Check</button>
        <Link href="/workspaces" onClick={() => setDrawer(false)}>
          Workspaces
        </Link>
      </Drawer>
      <Dialog
        buttonsOnly={buttonsOnly}
        locked={locked}
        onClose={() => setDialog(false)}
        open={dialog}
        title="Check of Gate"
      >
        <p>Steps</p>
        <button
          onClick={() => {
            setDialog(false);
            setDrawer(true);
          }}
        >
          To the history
        </button>
      </Dialog>
      <Toaster />
    </main>
  );
}

const dialog = () => screen.queryByRole('dialog', { name: 'Check of Gate' });
// Not by role, because a dialog above hides it from screen readers.
const drawer = () => document.querySelector('[data-drawer]');

async function shown(props: Kept = {}) {
  const user = userEvent.setup();
  render(<Page {...props} />);
  await user.click(screen.getByRole('button', { name: 'History' }));
  await screen.findByRole('dialog', { name: 'Run history' });
  return user;
}

async function bothShown(props: Kept = {}) {
  const user = await shown(props);
  await user.click(screen.getByRole('button', { name: 'Check' }));
  await screen.findByRole('dialog', { name: 'Check of Gate' });
  return user;
}

test('closes one overlay after the other on Back before leaving the page', async () => {
  await bothShown();
  await back();
  await waitFor(() => expect(dialog()).toBeNull());
  expect([address(), drawer()]).toEqual(['/triggers', expect.anything()]);
  await back();
  await waitFor(() => expect(drawer()).toBeNull());
  expect(address()).toBe('/triggers');
  await back();
  expect(address()).toBe('/before');
});

test('needs one Back for an overlay that follows another', async () => {
  const user = userEvent.setup();
  render(<Page />);
  await user.click(screen.getByRole('button', { name: 'Check first' }));
  await user.click(await screen.findByRole('button', { name: 'To the history' }));
  await screen.findByRole('dialog', { name: 'Run history' });
  await back();
  await waitFor(() => expect(drawer()).toBeNull());
  expect(address()).toBe('/triggers');
  await back();
  expect(address()).toBe('/before');
});

test('needs no Back for an overlay that was closed by its button', async () => {
  const user = await shown();
  await moves(() => void user.click(screen.getByRole('button', { name: 'Close' })));
  await waitFor(() => expect(drawer()).toBeNull());
  await back();
  expect(address()).toBe('/before');
});

test('needs one Back for an overlay after the browser kept a page that was left while an overlay closed', async () => {
  const user = await shown();
  const go = vi.spyOn(window.history, 'go').mockImplementationOnce(() => {});
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(drawer()).toBeNull());
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith(-1));
  go.mockRestore();
  await moves(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await user.click(screen.getByRole('button', { name: 'History' }));
  await screen.findByRole('dialog', { name: 'Run history' });
  await back();
  await waitFor(() => expect(drawer()).toBeNull());
  expect(address()).toBe('/triggers');
  await back();
  expect(address()).toBe('/before');
});

test('opens nothing on Forward and stays on the page', async () => {
  await shown();
  await back();
  await waitFor(() => expect(drawer()).toBeNull());
  await forward();
  await waitFor(() => expect(window.history.state).toBeNull());
  expect([address(), drawer()]).toEqual(['/triggers', null]);
});

test('follows a link in an overlay, and returns with one Back', async () => {
  const user = await shown();
  await user.click(screen.getByRole('link', { name: 'Workspaces' }));
  await waitFor(() => expect(drawer()).toBeNull());
  expect(address()).toBe('/workspaces');
  await back();
  await waitFor(() => expect(window.history.state).toBeNull());
  expect(address()).toBe('/triggers');
  await back();
  expect(address()).toBe('/before');
});

test('closes a menu on Back, and needs one Back for the dialog that its entry opens', async () => {
  const user = userEvent.setup();
  render(<Page />);
  const more = screen.getByRole('button', { name: 'More' });
  await user.click(more);
  await screen.findByRole('menu');
  await back();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect([address(), document.activeElement]).toEqual(['/triggers', more]);
  await user.click(more);
  await user.click(await screen.findByRole('menuitem', { name: 'Check later' }));
  await waitFor(() => expect(dialog()).toBeInTheDocument());
  await waitFor(() => expect(window.history.state).toEqual({ overlays: 1 }));
  await back();
  await waitFor(() => expect(dialog()).toBeNull());
  expect(address()).toBe('/triggers');
  await back();
  expect(address()).toBe('/before');
});

test('keeps a locked dialog open on Back and stays on the page', async () => {
  await bothShown({ locked: true });
  await back();
  await back();
  expect([dialog(), drawer(), address()]).toEqual([expect.anything(), expect.anything(), '/triggers']);
});

test('keeps a dialog with only buttons open on Back and Escape, until its button', async () => {
  const user = await bothShown({ buttonsOnly: true });
  await back();
  await user.keyboard('{Escape}');
  await back();
  expect([dialog(), address()]).toEqual([expect.anything(), '/triggers']);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog()).toBeNull());
  expect(drawer()).toBeInTheDocument();
});

test('closes the dialog before a newer toast on Escape', async () => {
  const user = await shown();
  showToast({ title: 'Trigger sent' });
  await screen.findByText('Trigger sent');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(drawer()).toBeNull());
  expect(screen.getByText('Trigger sent')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Trigger sent')).toBeNull());
});
