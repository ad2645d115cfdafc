import type { QueryClient } from '@tanstack/react-query';

import { loadRefusals } from '#web/api/error-text.ts';
import { whenIdle } from '#web/platform/when-idle.ts';

import { routeAt } from './routes.ts';
import { loadOverlays } from './shell/lazy-overlays.tsx';
import { navigation } from './shell/navigation.ts';

/**
 * Loads overlays, error texts and the pages of the navigation, once all queries have settled and the browser is idle.
 */
export function loadWhenIdle(queries: QueryClient): void {
  const load = async () => {
    await loadOverlays();
    await loadRefusals();
    for (const { path } of navigation) await routeAt(path).page?.load();
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
