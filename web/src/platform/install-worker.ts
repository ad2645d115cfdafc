import { warn } from './report.ts';

const address = '/worker.js';

/** TypeScript's library has no Trusted Types. The policy of the pages allows one policy, by this name. */
type TrustedTypes = { createPolicy: (name: string, rules: { createScriptURL: () => string }) => Policy };
type Policy = { createScriptURL: (address: string) => string };

declare global {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- merges into the browser's own type
  interface Window {
    trustedTypes?: TrustedTypes;
  }
}

/** Installs the service worker of a build. In development, its address removes one that was installed before. */
export async function installWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const policy = window.trustedTypes?.createPolicy('recado-worker', { createScriptURL: () => address });
    await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address);
  } catch (error) {
    // Without it, the app needs a connection to open.
    warn('no service worker', error);
  }
}
