import { useState } from 'react';
import { Link, useLocation } from 'wouter';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { useRunTrigger } from '#web/features/runs/use-run-trigger.ts';
import { useSwitchTrigger } from '#web/features/runs/use-switch-trigger.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';

import { TileState } from './tile-state.tsx';
import { Tile } from './tile.tsx';

/** More do not fit on a phone without scrolling. */
const shown = 6;

type RunTilesProps = {
  triggers: readonly Trigger[];
  /** Where the check opens, if not on the page of the triggers. */
  check?: (triggerId: string, byClick?: boolean) => void;
  /** Links the page of the triggers if there are more. */
  withLink?: boolean;
};

/** Runs triggers with one tap, and shows progress and outcome in place. */
export function RunTiles({ triggers, check, withLink = false }: RunTilesProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { switchOnOff } = useSwitchTrigger();
  const [lastId, setLastId] = useState<string>();
  const { run, progressOf } = useRunTrigger({
    inPlace: true,
    switchOnOff,
    check: check ?? ((id) => navigate(`/triggers?check=${id}&by=click`)),
  });
  const last = triggers.find(({ id }) => id === lastId);
  if (triggers.length === 0) return null;
  return (
    <section aria-labelledby="run-tiles">
      <header className="flex min-h-9 items-center justify-between gap-4 pb-2">
        <h2 className="text-base font-semibold" id="run-tiles">
          {t('tiles.heading')}
        </h2>
        {withLink && triggers.length > shown && (
          <Link className={buttonClass('ghost', 'small')} href="/triggers">
            {t('tiles.more')}
          </Link>
        )}
      </header>
      <ul className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
        {triggers.slice(0, shown).map((trigger) => (
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
            {last.name}: <TileState progress={progressOf(last)} trigger={last} />
          </>
        )}
      </output>
    </section>
  );
}
