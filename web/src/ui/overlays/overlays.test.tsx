import '#web/testing/show-page.tsx';
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createQueryClient } from '#web/api/query-client.ts';
import { applyLanguage } from '#web/i18n/switch-language.ts';

import { Tooltip } from '../buttons/tooltip.tsx';
import { Menu } from '../menu.tsx';
import { BlockingOverlay } from '../states/blocking-overlay.tsx';
import { ConfirmWordDialog } from './confirm-word-dialog.tsx';
import { Dialog } from './dialog.tsx';

beforeEach(async () => {
  await applyLanguage('en');
});
afterEach(() => vi.useRealTimers());

const never = () => new Promise<never>(() => {});

function Work({ quiet, load }: { quiet: boolean; load: boolean }) {
  const meta = quiet ? { quiet } : {};
  useQuery({ queryKey: ['rows'], queryFn: never, enabled: load, meta });
  const change = useMutation({ mutationFn: never, meta });
  return <button onClick={() => change.mutate()}>Change</button>;
}

function showWork({ quiet = false, load = false }) {
  vi.useFakeTimers();
  const typed = vi.fn<() => void>();
  document.body.addEventListener('keydown', typed);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Work load={load} quiet={quiet} />
      <BlockingOverlay />
    </QueryClientProvider>,
  );
  const settle = () => act(() => vi.advanceTimersByTimeAsync(0));
  const pass = (ms: number): void => {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  };
  const keysGetThrough = () => {
    typed.mockClear();
    fireEvent.keyDown(document.body, { key: 'a' });
    return typed.mock.calls.length > 0;
  };
  return { settle, pass, keysGetThrough, blocked: () => document.querySelector('[data-blocking]') !== null };
}

test(
  'blocks pointer and keys at once during a mutation, and shows it after 200 ms',
  { tags: 'spec-39.1' },
  async () => {
    const { settle, pass, keysGetThrough, blocked } = showWork({});
    expect([blocked(), keysGetThrough()]).toEqual([false, true]);
    fireEvent.click(screen.getByRole('button'));
    await settle();
    expect([blocked(), keysGetThrough()]).toEqual([true, false]);
    pass(199);
    expect(screen.getByRole('status')).toHaveTextContent('');
    pass(1);
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  },
);

test('blocks during a first load', { tags: 'spec-39.1' }, async () => {
  const { settle, blocked } = showWork({ load: true });
  await settle();
  expect(blocked()).toBe(true);
});

test('never blocks for quiet queries and mutations', { tags: 'spec-39.1' }, async () => {
  const { settle, blocked } = showWork({ load: true, quiet: true });
  fireEvent.click(screen.getByRole('button'));
  await settle();
  expect(blocked()).toBe(false);
});

/** When the deleted row disappears, relative to the dialog. */
type Goes = 'never' | 'atOnce' | 'later' | 'withList';

function Row({ goes = 'never' }: { goes?: Goes }) {
  const [open, setOpen] = useState(false);
  const [there, setThere] = useState(true);
  const [listed, setListed] = useState(goes === 'withList');
  const close = () => {
    setOpen(false);
    if (goes === 'atOnce' || goes === 'withList') setThere(false);
  };
  return (
    <main>
      <h1>Triggers</h1>
      {there && <button onClick={() => setOpen(true)}>Delete</button>}
      <Dialog footer={<button onClick={close}>Yes</button>} onClose={close} open={open} title="Sure?" />
      {listed && <h2 data-focus-home>List</h2>}
      {goes === 'later' && <button onClick={() => setThere(false)}>The list has come</button>}
      {goes === 'withList' && <button onClick={() => setListed(false)}>The list has come</button>}
    </main>
  );
}

async function confirm(goes: Goes) {
  const user = userEvent.setup();
  render(<Row goes={goes} />);
  const row = screen.getByRole('button', { name: 'Delete' });
  const heading = screen.getByRole('heading', { name: 'Triggers' });
  await user.click(row);
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  return { user, row, heading };
}

test('returns the focus to the button that opened the dialog', async () => {
  const { row } = await confirm('never');
  await waitFor(() => expect(row).toHaveFocus());
});

test('focuses the page heading when that button is gone', async () => {
  const { heading } = await confirm('atOnce');
  await waitFor(() => expect(heading).toHaveFocus());
});

test('focuses the page heading when that button disappears later', async () => {
  const { row, heading } = await confirm('later');
  await waitFor(() => expect(row).toHaveFocus());
  fireEvent.click(screen.getByRole('button', { name: 'The list has come' }));
  await waitFor(() => expect(heading).toHaveFocus());
});

test('focuses the page heading after the focused heading of a list disappears', async () => {
  const { heading } = await confirm('withList');
  const list = screen.getByRole('heading', { name: 'List' });
  await waitFor(() => expect(list).toHaveFocus());
  fireEvent.click(screen.getByRole('button', { name: 'The list has come' }));
  await waitFor(() => expect(heading).toHaveFocus());
});

test('keeps a focus that has moved on when the earlier button disappears', async () => {
  const { user, row } = await confirm('later');
  await waitFor(() => expect(row).toHaveFocus());
  const other = screen.getByRole('button', { name: 'The list has come' });
  await user.click(other);
  await waitFor(() => expect(row).not.toBeInTheDocument());
  expect(other).toHaveFocus();
});

test('closes a menu and returns the focus before its entry acts', async () => {
  const user = userEvent.setup();
  const focusWhenActing: (Element | null)[] = [];
  const note = () => focusWhenActing.push(document.activeElement);
  render(
    <Menu
      entries={[{ kind: 'action', key: 'new', label: 'New', onSelect: note }]}
      name="Things"
      renderButton={(props) => (
        <button {...props} type="button">
          Open
        </button>
      )}
    />,
  );
  const button = screen.getByRole('button', { name: 'Open' });
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.click(await screen.findByRole('menuitem', { name: 'New' }));
  await waitFor(() => expect(focusWhenActing).toEqual([button]));
  expect(screen.queryByRole('menu')).toBeNull();
});

test(
  'finds a menu entry by the typed letters, and starts a new word after one second',
  { tags: 'spec-343.2' },
  async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const options = ['Casa', 'Cedro', 'Ana'].map((label) => ({ value: label, label }));
    render(
      <Menu
        entries={[{ kind: 'choice', key: 'x', label: 'Places', value: 'Casa', options, onChoose: () => {} }]}
        renderButton={(props) => (
          <button {...props} type="button">
            Open
          </button>
        )}
      />,
    );
    await user.click(screen.getByRole('button', { name: 'Open' }));
    const [casa, cedro, ana] = await screen.findAllByRole('menuitemradio');
    const type = (letter: string): void => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key: letter });
      act(() => {
        vi.advanceTimersByTime(0);
      });
    };
    act(() => casa?.focus());
    vi.useFakeTimers();
    type('c');
    type('e');
    expect(cedro).toHaveFocus();
    act(() => {
      vi.advanceTimersByTime(999);
    });
    type('a');
    expect(cedro).toHaveFocus();
    act(() => {
      vi.advanceTimersByTime(1_000);
    });
    type('a');
    expect(ana).toHaveFocus();
  },
);

test('enables the button of a confirmation only for the exact word, and confirms on Enter', async () => {
  const user = userEvent.setup();
  const onConfirm = vi.fn<() => void>();
  render(
    <ConfirmWordDialog
      confirmLabel="Unlink"
      description="This cannot be undone."
      onClose={() => {}}
      onConfirm={onConfirm}
      open
      title="Unlink?"
      word="unlink-account"
    />,
  );
  const input = await screen.findByRole('textbox', { name: 'To confirm, type unlink-account' });
  const button = screen.getByRole('button', { name: 'Unlink' });
  await user.type(input, 'Unlink-account');
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.type(input, '{Enter}');
  expect(onConfirm).not.toHaveBeenCalled();
  await user.clear(input);
  await user.type(input, 'unlink-account{Enter}');
  expect(button).not.toHaveAttribute('aria-disabled');
  expect(onConfirm).toHaveBeenCalledOnce();
});

test(
  'shows a tooltip after 700 ms, the next one within 300 ms at once, and closes it on Escape',
  { tags: 'spec-343.1' },
  () => {
    vi.useFakeTimers();
    const pass = (ms: number): void => {
      act(() => {
        vi.advanceTimersByTime(ms);
      });
    };
    render(
      <>
        <Tooltip text="Run now">
          <button>Run</button>
        </Tooltip>
        <Tooltip text="Copy address">
          <button>Copy</button>
        </Tooltip>
      </>,
    );
    const [run, copy] = screen.getAllByRole('button');
    if (!run || !copy) throw new Error('two buttons were drawn');
    fireEvent.pointerEnter(run, { pointerType: 'mouse' });
    pass(699);
    expect(screen.queryByRole('tooltip')).toBeNull();
    pass(1);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Run now');
    fireEvent.pointerLeave(run);
    pass(150);
    fireEvent.pointerEnter(copy, { pointerType: 'mouse' });
    pass(0);
    expect(screen.getByRole('tooltip')).toHaveTextContent('Copy address');
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(screen.queryByRole('tooltip')).toBeNull();
    pass(301);
    fireEvent.pointerEnter(run, { pointerType: 'mouse' });
    pass(0);
    expect(screen.queryByRole('tooltip')).toBeNull();
  },
);

test('lets Escape reach the page while it closes a tooltip', async () => {
  const onKeyDown = vi.fn<() => void>();
  render(
    <Tooltip text="Copy address">
      <button onKeyDown={onKeyDown}>Copy</button>
    </Tooltip>,
  );
  const user = userEvent.setup();
  await user.tab();
  expect(await screen.findByRole('tooltip')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(onKeyDown).toHaveBeenCalledOnce();
  expect(screen.queryByRole('tooltip')).toBeNull();
});
