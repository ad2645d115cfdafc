import { vi } from 'vitest';

/** Sets the browser's time zone until the end of the test. */
export function aDeviceIn(timeZone: string): void {
  const told = new Intl.DateTimeFormat().resolvedOptions();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...told, timeZone });
}
