import { routeAt } from './routes.ts';
import { loadOverlays } from './shell/lazy-overlays.tsx';
import { navigation } from './shell/navigation.ts';
import { whenIdle } from './when-idle.ts';

/** After the first quiet moment: menus and dialogs, then the pages that the sidebar links to. */
export function loadWhenIdle(): void {
  const load = async () => {
    await loadOverlays();
    for (const { path } of navigation) await routeAt(path).page?.load();
  };
  // What fails here is asked for again when somebody wants it.
  whenIdle(() => void load().catch(() => {}));
}
