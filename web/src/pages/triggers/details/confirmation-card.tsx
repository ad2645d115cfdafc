import { useEffect, useRef } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';

import { ReceiptSection } from '../receipts/receipt-section.tsx';
import type { TriggersPageState } from '../use-triggers-page.ts';
import { confirmationCard } from './confirmation-address.ts';

/** Scrolls into view and receives the focus if the address names it. */
export function ConfirmationCard({ page, trigger }: { page: TriggersPageState; trigger: Trigger }) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.location.hash !== `#${confirmationCard}`) return;
    // Deferred, because a page that opens in the same step scrolls to its top and focuses its heading.
    queueMicrotask(() => {
      card.current?.scrollIntoView({ block: 'start' });
      card.current?.focus({ preventScroll: true });
    });
  }, []);
  return (
    <div className="scroll-mt-20" id={confirmationCard} ref={card} tabIndex={-1}>
      <ReceiptSection page={page} trigger={trigger} />
    </div>
  );
}
