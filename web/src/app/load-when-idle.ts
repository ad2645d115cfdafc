import type { QueryClient } from '@tanstack/react-query';

import { loadRefusals } from '#web/api/error-text.ts';
import { whenIdle } from '#web/platform/when-idle.ts';

import { routeAt } from './routes.ts';
import { loadOverlays } from './shell/lazy-overlays.tsx';
import { navigation } from './shell/navigation.ts';

/**
 * Loads overlays, error texts and the pages of the navigation, once all queries have settled and the browser is idle.
 * Then installs the service worker, but not for visitors.
 */
export function loadWhenIdle(queries: QueryClient, isSignedIn: boolean): void {
  const load = async () => {
    await loadOverlays();
    await loadRefusals();
    for (const { path } of navigation) await routeAt(path).page?.load();
    if (isSignedIn) await (await import('#web/platform/install-worker.ts')).installWorker();
  };
  whenSettled(queries, () => whenIdle(() => void load().catch(() => {})));
}

function whenSettled(queries: QueryClient, action: () => void): void {
  if (queries.isFetching() === 0) return action();
  const stop = queries.getQueryCache().subscribe(() => {
    if (queries.isFetching() > 0) return;
    stop();
    action();
  });
}
