import { clsx } from 'clsx';
import { Play } from 'lucide-react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { RunState } from '#web/features/runs/run-state.tsx';
import type { RunProgress } from '#web/features/runs/use-run-trigger.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cardClass } from '#web/ui/card.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type TileProps = { trigger: Trigger; progress: RunProgress | undefined; onRun: () => void };

export function Tile({ trigger, progress, onRun }: TileProps) {
  const { t } = useTranslation();
  const busy = progress === 'running';
  const off = !trigger.enabled && progress === undefined;
  return (
    <button
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={`${cardClass(true)} flex min-h-15 w-full items-center gap-3 px-3 py-2 text-left active:scale-[0.99]`}
      onClick={() => !busy && onRun()}
      type="button"
    >
      <span
        aria-hidden
        className={clsx(
          'grid size-9 shrink-0 place-items-center rounded-full forced-colors:border',
          off ? 'bg-sunken text-muted' : 'bg-accent text-on-accent',
        )}
      >
        {busy ? <Spinner /> : <Play className="translate-x-px fill-current" size={16} />}
      </span>
      <span className="min-w-0 grow">
        <span className={clsx('line-clamp-2 font-medium wrap-anywhere', off && 'text-muted')} title={trigger.name}>
          <span className="sr-only">{t('tiles.verb')}</span> {trigger.name}
        </span>{' '}
        <RunState progress={progress} trigger={trigger} withTime />
      </span>
    </button>
  );
}
