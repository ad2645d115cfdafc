import { useState } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Drawer } from '#web/ui/overlays/drawer.tsx';

import type { MendFacts } from './run-fix.tsx';
import { Runs } from './runs.tsx';
import type { RunFilter } from './use-history-parameter.ts';

type RunHistoryProps = {
  open: boolean;
  triggerId: string;
  /** Undefined while the list of triggers is on its way, or when the trigger is not in it. */
  name: string | undefined;
  filter: RunFilter;
  onFilter: (filter: RunFilter) => void;
  /** How the trigger and its surroundings are now. */
  facts: MendFacts;
  onClose: () => void;
};

/** The runs of one trigger in a drawer, newest first. */
export function RunHistory({ open, name, filter, onClose, ...runs }: RunHistoryProps) {
  const { t } = useTranslation();
  // The address forgets the filter as the drawer closes; what slides out of sight stays as it is.
  const [shown, show] = useState(filter);
  if (open && (shown.door !== filter.door || shown.outcome !== filter.outcome)) show(filter);
  return (
    <Drawer
      description={[name, t('triggers.history.keptFor')].filter(Boolean).join(' · ')}
      onClose={onClose}
      open={open}
      side="right"
      title={t('triggers.history.title')}
    >
      <Runs {...runs} filter={shown} />
    </Drawer>
  );
}
