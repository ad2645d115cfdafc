import { Link } from 'wouter';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { candidateMsOf, openMsFor } from '#shared/rules/execution/receipts.ts';
import { receiptName } from '#shared/rules/names.ts';
import { DeviceLine } from '#web/features/receipts/device-line.tsx';
import { ReceiptTest } from '#web/features/receipts/receipt-test.tsx';
import { SetupStep, StepText } from '#web/features/receipts/setup-step.tsx';
import { roughly } from '#web/features/runs/duration.ts';
import { useLeadsToWhatsApp } from '#web/features/runs/use-leads-to-whatsapp.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import { AlexaState } from '../alexa-state.tsx';
import type { TriggersPageState } from '../use-triggers-page.ts';

type ReceiptDialogProps = { open: boolean; onClose: () => void; trigger: Trigger; page: TriggersPageState };

/** Steps to make a routine confirm its runs, and a test of the result. */
export function ReceiptDialog({ open, onClose, trigger, page }: ReceiptDialogProps) {
  const { t, i18n } = useTranslation();
  const { name, receipt } = trigger;
  const names = { name, device: receiptName(name) };
  const openFor = roughly(candidateMsOf(openMsFor(receipt?.typicalMs)), asLanguage(i18n.language));
  const isHeard = receipt?.lastRanAt !== undefined;
  const works = isHeard && receipt.silent === 0;
  const offersWhatsApp = useLeadsToWhatsApp(trigger, { works, workedBefore: works });
  return (
    <Dialog
      description={t('receipts.dialog.lead')}
      footer={
        <>
          <Button onClick={onClose} variant={works && !offersWhatsApp ? 'primary' : 'secondary'}>
            {t(works ? 'receipts.dialog.done' : 'common.close')}
          </Button>
          {offersWhatsApp && (
            <Link className={buttonClass()} href={`/whatsapp?id=${trigger.workspaceId}`}>
              {t('triggers.run.addWhatsApp')}
            </Link>
          )}
        </>
      }
      onClose={onClose}
      open={open}
      steady
      title={t('receipts.dialog.title', { name })}
      wide
    >
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <SetupStep done={receipt?.alexa?.state === 'inAlexa'} number={1} title={t('receipts.dialog.device')}>
          <StepText text={t('receipts.dialog.deviceText', names)} />
          <DeviceLine
            alexa={receipt?.alexa}
            busy={page.changes.resyncing === trigger.id}
            onRetry={() => page.changes.resync(trigger)}
            shown={<AlexaState alexa={receipt?.alexa} />}
          />
        </SetupStep>
        <SetupStep done={isHeard} number={2} title={t('receipts.dialog.routine')}>
          <StepText text={t('receipts.dialog.step1', names)} />
          <StepText text={t('receipts.dialog.step2', names)} />
          <StepText text={t('receipts.dialog.step3', names)} />
        </SetupStep>
        <SetupStep done={works} number={3} title={t('receipts.dialog.test')}>
          <StepText text={t('receipts.dialog.testText', { time: openFor })} />
          <ReceiptTest trigger={trigger} />
        </SetupStep>
      </ol>
    </Dialog>
  );
}
