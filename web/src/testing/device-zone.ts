import { vi } from 'vitest';

/** What the browser says of where it is, until the end of the test. */
export function aDeviceIn(timeZone: string): void {
  const told = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...told, timeZone });
}
