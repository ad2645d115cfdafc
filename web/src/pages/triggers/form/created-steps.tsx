import { Mic } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { NumberedSteps } from '#web/ui/documents/numbered-steps.tsx';
import { Notice } from '#web/ui/notice.tsx';

import { useReceiptSwitch } from '../receipts/use-receipt-switch.ts';
import { WebhookAddress } from '../snippets/webhook-address.tsx';
import type { TriggersPageState } from '../use-triggers-page.ts';

type CreatedStepsProps = {
  trigger: Trigger;
  page: Pick<TriggersPageState, 'addressOf' | 'skillActive' | 'onCopyRefused' | 'show'>;
};

export function CreatedSteps({ page, trigger }: CreatedStepsProps) {
  const { t } = useTranslation();
  const { name } = trigger;
  const steps = [
    t('created.step1'),
    t('created.step2', { name }),
    t('created.step3'),
    t('created.step4'),
    t('created.step5'),
  ];
  return (
    <div className="grid gap-6">
      {!page.skillActive && (
        <Notice title={t('amazonAuth.skillNotActivated')} tone="warning">
          {t('created.skillMissing')}
        </Notice>
      )}
      <Part title={t('created.routine')}>
        <NumberedSteps steps={steps.map((text) => ({ text }))} />
        <p className="mt-3 text-xs text-subtle">{t('created.soon')}</p>
      </Part>
      <Part title={t('receipts.created.title')}>
        <CreatedReceipt page={page} trigger={trigger} />
      </Part>
      <Part title={t('created.voice')}>
        <p className="flex w-fit items-center gap-2 rounded-md bg-accent-soft px-3 py-2 font-medium text-accent-text">
          <Mic aria-hidden className="shrink-0" size={16} />
          <span className="min-w-0 break-words">“{t('created.voicePhrase', { name })}”</span>
        </p>
        <p className="mt-1.5 text-xs text-subtle">{t('created.voiceHint')}</p>
      </Part>
      <Part title={t('created.webhook')}>
        <WebhookAddress page={page} trigger={trigger} />
        <p className="mt-1.5 text-xs text-subtle">{t('created.webhookHint')}</p>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function CreatedReceipt({ page, trigger }: CreatedStepsProps) {
  const { t } = useTranslation();
  const { busy, change } = useReceiptSwitch(trigger, () => page.show({ kind: 'receipt', triggerId: trigger.id }));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 grow basis-64 text-muted text-pretty">{t('receipts.created.text')}</p>
      <Button busy={busy} onClick={() => change(true)} size="small" variant="secondary">
        {t('receipts.heading')}
      </Button>
    </div>
  );
}
