import { onTestFinished, vi } from 'vitest';

import { browser } from '#web/features/billing/use-billing-page.ts';

/** Records the addresses to which the page leaves, without leaving. */
export function watchDepartures(): readonly string[] {
  const left: string[] = [];
  const spy = vi.spyOn(browser, 'leaveFor').mockImplementation((address) => void left.push(address));
  onTestFinished(() => spy.mockRestore());
  return left;
}
