import type { Trigger } from '#shared/contracts/triggers.ts';
import { isSilent } from '#shared/rules/execution/receipts.ts';
import { roughly } from '#web/features/runs/duration.ts';
import { silentWords } from '#web/features/runs/run-words.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Switch } from '#web/ui/buttons/switch.tsx';

import type { TriggersPageState } from '../use-triggers-page.ts';
import { useReceiptSwitch } from './use-receipt-switch.ts';

type ReceiptSectionProps = { trigger: Trigger; page: Pick<TriggersPageState, 'show' | 'check'> };

/** Enabling opens the steps. Disabling asks for confirmation, because it removes a device from Alexa. */
export function ReceiptSection({ trigger, page }: ReceiptSectionProps) {
  const { t, i18n } = useTranslation();
  const { receipt } = trigger;
  const showSteps = () => page.show({ kind: 'receipt', triggerId: trigger.id });
  const { busy, change } = useReceiptSwitch(trigger, showSteps);
  const stopped = receipt !== undefined && isSilent(receipt);
  const isHeard = receipt?.lastRanAt !== undefined;
  const failed = stopped || (isHeard && (receipt.silent > 0 || receipt.answer === 'none'));
  const works = isHeard && !failed;
  return (
    <section className="mb-6 rounded-lg border border-border bg-sunken/60 px-4 py-3">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 className="font-medium">{t('receipts.heading')}</h3>
          <p className="mt-0.5 text-muted text-pretty">{t(receipt ? 'receipts.on' : 'receipts.off')}</p>
        </div>
        <span className="-my-1.5 -mr-1">
          <Switch
            busy={busy}
            checked={receipt !== undefined}
            name={t('receipts.heading')}
            onChange={(on) => (on ? change(true) : page.show({ kind: 'stopReceipt', triggerId: trigger.id }))}
          />
        </span>
      </div>
      <details className="mt-2 text-muted">
        <summary className="cursor-pointer rounded-xs py-1 font-medium text-text">{t('receipts.lateTitle')}</summary>
        <p className="mt-1 text-pretty">{t('receipts.lateText')}</p>
      </details>
      {receipt && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className={failed ? 'font-medium text-warning' : 'font-medium'}>{state(receipt)}</p>
          <span className="flex flex-wrap gap-2">
            <Button onClick={showSteps} size="small" variant="secondary">
              {t(works ? 'receipts.steps' : receipt.lastRanAt === undefined ? 'receipts.setUp' : 'receipts.look')}
            </Button>
            {failed && (
              <Button onClick={() => page.check(trigger)} size="small" variant="secondary">
                {t('triggers.run.check')}
              </Button>
            )}
          </span>
        </div>
      )}
    </section>
  );

  function state({ lastRanAt, silent, answer, typicalMs }: NonNullable<Trigger['receipt']>): string {
    // The number of unanswered runs may not include the newest one yet.
    if (failed) return silentWords(t, { answer, silent: Math.max(silent, 1) });
    if (lastRanAt === undefined) return t('receipts.never');
    if (typicalMs === undefined) return t('receipts.confirms');
    return t('receipts.confirmsUsually', { time: roughly(typicalMs, asLanguage(i18n.language)) });
  }
}
