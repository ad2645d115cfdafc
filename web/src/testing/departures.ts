import { onTestFinished, vi } from 'vitest';

import { browser } from '#web/features/billing/browser.ts';

/** Notes the addresses outside of the app that the page leaves for; nothing goes anywhere. */
export function watchDepartures(): readonly string[] {
  const left: string[] = [];
  const spy = vi.spyOn(browser, 'leaveFor').mockImplementation((address) => void left.push(address));
  onTestFinished(() => spy.mockRestore());
  return left;
}
