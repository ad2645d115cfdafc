import { Star } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { useCurrentWorkspace } from '#web/api/use-session.ts';
import { checkAddress } from '#web/features/frame/trigger-address.ts';
import { RunState } from '#web/features/runs/run-state.tsx';
import { useRunStates, useRunTrigger } from '#web/features/runs/use-run-trigger.ts';
import { useSwitchTrigger } from '#web/features/runs/use-switch-trigger.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { usePresence } from '#web/ui/use-presence.ts';

import { tilesOf } from './first-tiles.ts';
import { Tile } from './tile.tsx';
import { useFreshFavorites } from './use-fresh-favorites.ts';

const ArrangeDialog = lazy(async () => {
  const [{ ArrangeDialog: Dialog }] = await Promise.all([import('./arrange-dialog.tsx'), loadPageTexts(['favorites'])]);
  return { default: Dialog };
});

type RunTilesProps = {
  triggers: readonly Trigger[];
  /** Of a page that also runs triggers without tiles. Otherwise, the check opens on the page of the triggers. */
  runs?: ReturnType<typeof useRunTrigger>;
  /** Links the page of the triggers if there are more. */
  withLink?: boolean;
  /** Called when the tiles have been rendered. */
  onShown?: (shown: true) => void;
};

/** Runs triggers with one tap, and shows progress and outcome in place. */
export function RunTiles({ triggers, runs, withLink = false, onShown }: RunTilesProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const workspace = useCurrentWorkspace().data;
  useFreshFavorites();
  useEffect(() => onShown?.(true), [onShown]);
  const { switchOnOff } = useSwitchTrigger();
  const [lastId, setLastId] = useState<string>();
  const [arranging, setArranging] = useState<'arranging'>();
  const dialog = usePresence(arranging);
  const ownRuns = useRunTrigger({
    inPlace: true,
    offersNext: false,
    states: useRunStates(),
    switchOnOff,
    check: (...given) => navigate(checkAddress(...given)),
  });
  const { run, progressOf } = runs ?? ownRuns;
  const last = triggers.find(({ id }) => id === lastId);
  const tiles = tilesOf(triggers, workspace?.favorites);
  if (triggers.length === 0) return null;
  return (
    <section aria-labelledby="run-tiles">
      <header className="flex min-h-9 items-center justify-between gap-4 pb-2">
        <h2 className="text-base font-semibold" id="run-tiles">
          {t('tiles.heading')}
        </h2>
        <span className="-mr-3 flex forced-colors:mr-0">
          {withLink && triggers.length > tiles.length && (
            <Link className={buttonClass('ghost', 'small')} href="/triggers">
              {t('tiles.more')}
            </Link>
          )}
          {workspace && triggers.length > 1 && (
            <Button
              icon={<Star aria-hidden size={16} />}
              onClick={() => setArranging('arranging')}
              size="small"
              variant="ghost"
            >
              {t('tiles.favorites')}
            </Button>
          )}
        </span>
      </header>
      <ul className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {tiles.map((trigger) => (
          <li key={trigger.id}>
            <Tile
              onRun={() => {
                setLastId(trigger.id);
                void run(trigger);
              }}
              progress={progressOf(trigger)}
              trigger={trigger}
            />
          </li>
        ))}
      </ul>
      <output className="sr-only">
        {last && (
          <>
            {last.name}: <RunState progress={progressOf(last)} trigger={last} />
          </>
        )}
      </output>
      {dialog && workspace && (
        <Suspense>
          <ArrangeDialog
            favorites={workspace.favorites ?? []}
            key={dialog.turn}
            onClose={() => setArranging(undefined)}
            open={dialog.open}
            triggers={triggers}
            workspaceId={workspace.id}
          />
        </Suspense>
      )}
    </section>
  );
}
