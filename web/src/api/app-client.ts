import { report } from '#web/platform/report.ts';

import type { ApiError } from './api-error.ts';
import { createClient } from './client.ts';
import { earlyUser } from './early-user.ts';
import { loadRefusals } from './error-text.ts';

type Listeners = { onFailure: (error: ApiError) => void; onSessionExpired: (error: ApiError) => void };

let listeners: Listeners = { onFailure: () => {}, onSessionExpired: () => {} };

export function listenToFailures(next: Listeners): void {
  listeners = next;
}

export const client = createClient({
  fetch: (url, init) => earlyUser(url) ?? fetch(url, init),
  timeout: (ms) => AbortSignal.timeout(ms),
  onFailure: (error) => listeners.onFailure(error),
  onSessionExpired: (error) => listeners.onSessionExpired(error),
  report,
  loadRefusals,
});
