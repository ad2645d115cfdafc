import { useState } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Drawer } from '#web/ui/overlays/drawer.tsx';

import { ReceiptSection } from '../receipts/receipt-section.tsx';
import type { TriggersPageState } from '../use-triggers-page.ts';
import { fixFacts } from './fix-facts.ts';
import { Runs } from './runs.tsx';

type RunHistoryProps = {
  open: boolean;
  page: TriggersPageState;
  workspaceId: number;
  triggerId: string;
  /** Undefined if the list has no trigger with this id. */
  trigger: Trigger | undefined;
};

export function RunHistory({ open, page, workspaceId, triggerId, trigger }: RunHistoryProps) {
  const { t } = useTranslation();
  const { history } = page;
  const { filter } = history;
  // Closing removes the filter from the address, but the drawer keeps its content while it slides out.
  const [shown, show] = useState(filter);
  if (open && (shown.channel !== filter.channel || shown.outcome !== filter.outcome)) show(filter);
  return (
    <Drawer
      description={[trigger?.name, t('runHistory.keptFor')].filter(Boolean).join(' · ')}
      inAddress
      onClose={history.close}
      open={open}
      side="right"
      title={t('runHistory.title')}
    >
      {trigger && <ReceiptSection page={page} trigger={trigger} />}
      <Runs
        confirms={trigger?.receipt !== undefined}
        facts={fixFacts(page, trigger, workspaceId)}
        filter={shown}
        onFilter={history.narrow}
        triggerId={triggerId}
      />
    </Drawer>
  );
}
