import type { QueryClient } from '@tanstack/react-query';

import { loadRefusals } from '#web/api/error-text.ts';
import { whenIdle } from '#web/platform/when-idle.ts';

import { routeAt } from './routes.ts';
import { loadOverlays } from './shell/lazy-overlays.tsx';
import { navigation } from './shell/navigation.ts';

export function loadWhenIdle(queries: QueryClient): void {
  const load = async () => {
    await loadOverlays();
    await loadRefusals();
    for (const { path } of navigation) await routeAt(path).page?.load();
  };
  onceAnswered(queries, () => whenIdle(() => void load().catch(() => {})));
}

function onceAnswered(queries: QueryClient, then: () => void): void {
  if (queries.isFetching() === 0) return then();
  const stop = queries.getQueryCache().subscribe(() => {
    if (queries.isFetching() > 0) return;
    stop();
    then();
  });
}
