import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useMinute } from './minute-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('updates all readers together once a minute', () => {
  const [first, second] = [renderHook(useMinute), renderHook(useMinute)];
  const start = first.result.current;
  act(() => void vi.advanceTimersByTime(60_000));
  expect(first.result.current - start).toBeGreaterThanOrEqual(59_000);
  expect(second.result.current).toBe(first.result.current);
});

test('does not re-render others when a component mounts later', () => {
  const rendered = vi.fn<() => void>();
  const { result } = renderHook(() => {
    rendered();
    return useMinute();
  });
  const [seen, times] = [result.current, rendered.mock.calls.length];
  act(() => void vi.advanceTimersByTime(20_000));
  const late = renderHook(useMinute);
  expect(late.result.current).toBe(seen);
  expect(rendered).toHaveBeenCalledTimes(times);
});

test('returns the current time after a period without readers', () => {
  renderHook(useMinute).unmount();
  vi.setSystemTime(Date.now() + 3_600_000);
  const now = Date.now();
  expect(renderHook(useMinute).result.current).toBe(now);
});
