import { takeAddress } from '#web/platform/remembered-address.ts';

/** Restores the address that was open before sign-in, because the server redirects to the dashboard. */
export function returnFromSignIn(): void {
  if (window.location.pathname !== '/dashboard') return;
  const address = takeAddress('signIn');
  if (address) window.history.replaceState(null, '', address.path);
}
