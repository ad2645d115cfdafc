import '#web/testing/show-page.tsx';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { applyLanguage } from '#web/i18n/switch-language.ts';

import { dismissToast, showToast, toastsNow } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

beforeEach(async () => {
  await applyLanguage('en');
  vi.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  act(() => {
    vi.advanceTimersByTime(20_000);
  });
  vi.useRealTimers();
});

function show(toast: Parameters<typeof showToast>[0]): number {
  let id = 0;
  act(() => {
    id = showToast(toast);
  });
  return id;
}
const pass = (ms: number): void => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};
const shown = () => screen.queryAllByRole('listitem').map((toast) => toast.textContent);

test(
  'shows a toast for five seconds and removes it ten seconds later',
  { tags: ['spec-169.2', 'spec-170.1', 'spec-341.2', 'spec-341.3'] },
  () => {
    show({ title: 'Saved' });
    pass(4_999);
    expect(shown()).toEqual(['Saved']);
    pass(1);
    expect(shown()).toEqual([]);
    expect(toastsNow()).toHaveLength(1);
    pass(9_999);
    expect(toastsNow()).toHaveLength(1);
    pass(1);
    expect(toastsNow()).toHaveLength(0);
  },
);

test('shows a success with a next step for fifteen seconds', () => {
  show({ title: 'Sent', actions: [{ label: 'Add WhatsApp', onPress: () => {} }] });
  pass(14_999);
  expect(shown()).toEqual(['SentAdd WhatsApp']);
  pass(1);
  expect(shown()).toEqual([]);
});

test(
  'replaces the current toast at once, dismissed or not',
  { tags: ['spec-153.1', 'spec-169.1', 'spec-341.1'] },
  () => {
    const first = show({ title: 'First' });
    show({ title: 'Second' });
    expect(shown()).toEqual(['Second']);
    act(() => dismissToast(first));
    expect(toastsNow()).toMatchObject([{ title: 'Second', open: true }]);
    act(() => dismissToast(toastsNow()[0]?.id ?? 0));
    show({ title: 'Third' });
    expect(shown()).toEqual(['Third']);
  },
);

test('keeps a toast that replaced a dismissed one', () => {
  const first = show({ title: 'First' });
  act(() => dismissToast(first));
  pass(9_000);
  show({ title: 'Second' });
  pass(2_000);
  expect(shown()).toEqual(['Second']);
});

test('closes by its button and runs its action', { tags: 'spec-153.1' }, () => {
  const onPress = vi.fn<() => void>();
  show({ title: 'Expired', actions: [{ label: 'Reconnect', onPress }] });
  fireEvent.click(screen.getByRole('button', { name: 'Reconnect' }));
  expect(onPress).toHaveBeenCalledOnce();
  show({ title: 'Saved' });
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(shown()).toEqual([]);
});

function swipe(pixels: number) {
  const toast = screen.getByRole('listitem');
  toast.setPointerCapture = () => {};
  toast.releasePointerCapture = () => {};
  fireEvent.pointerDown(toast, { button: 0, clientX: 0, clientY: 0 });
  for (let x = 5; x <= pixels; x += 5) fireEvent.pointerMove(toast, { clientX: x, clientY: 0 });
  fireEvent.pointerUp(toast, { clientX: pixels, clientY: 0 });
}

test(
  'dismisses a toast swiped right by more than 50 pixels, but not by less',
  { tags: ['spec-170.2', 'spec-341.4'] },
  () => {
    show({ title: 'Saved' });
    swipe(45);
    expect(shown()).toEqual(['Saved']);
    swipe(60);
    expect(shown()).toEqual([]);
  },
);

test('announces a failure assertively and other toasts politely', { tags: 'spec-153.1' }, () => {
  show({ title: 'Broken', variant: 'destructive' });
  pass(200);
  expect(screen.getAllByRole('status').map((said) => said.getAttribute('aria-live'))).toContain('assertive');
  show({ title: 'Saved' });
  pass(200);
  expect(screen.getAllByRole('status').map((said) => said.getAttribute('aria-live'))).toEqual(['polite']);
});
