import { vi } from 'vitest';

/** Notes the addresses outside of the app that the page leaves for; nothing goes anywhere. */
export function watchDepartures(): readonly string[] {
  const left: string[] = [];
  const real = window.location;
  vi.stubGlobal('location', {
    get href() {
      return real.href;
    },
    get origin() {
      return real.origin;
    },
    get pathname() {
      return real.pathname;
    },
    get search() {
      return real.search;
    },
    get hash() {
      return real.hash;
    },
    assign: (address: string) => void left.push(address),
  });
  return left;
}
