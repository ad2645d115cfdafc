import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type DeviceState, triggersContract, type Trigger } from '#shared/contracts/triggers.ts';
import { receiptName } from '#shared/rules/names.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { DeviceLine } from '#web/features/receipts/device-line.tsx';
import { ReceiptTest } from '#web/features/receipts/receipt-test.tsx';
import { SetupStep, StepText } from '#web/features/receipts/setup-step.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/buttons/button.tsx';
import { NumberedSteps } from '#web/ui/documents/numbered-steps.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

const tones: Readonly<Record<DeviceState['state'], Tone>> = {
  inAlexa: 'success',
  waiting: 'warning',
  failed: 'danger',
  skillOff: 'neutral',
};

type NightlyStepsProps = { open: boolean; onClose: () => void; trigger: Trigger };

/** The one-time steps in the Alexa app, and a test of the result. */
export function NightlySteps({ open, onClose, trigger }: NightlyStepsProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const resync = useMutation({
    ...mutationFor(triggersContract.resyncTrigger),
    onSettled: () => refresh(queries, ['/api/triggers']),
  });
  const { id, workspaceId, name, receipt } = trigger;
  const names = { name, device: receiptName(name) };
  const devices = [
    { device: name, alexa: trigger.alexa },
    { device: names.device, alexa: receipt?.alexa },
  ];
  const isHeard = receipt?.lastRanAt !== undefined;
  const works = isHeard && receipt.silent === 0;
  return (
    <Dialog
      description={t('nightly.steps.lead')}
      footer={
        <Button onClick={onClose} variant={works ? 'primary' : 'secondary'}>
          {t(works ? 'receipts.dialog.done' : 'common.close')}
        </Button>
      }
      onClose={onClose}
      open={open}
      steady
      title={t('nightly.steps.title')}
      wide
    >
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <SetupStep
          done={devices.every(({ alexa }) => alexa?.state === 'inAlexa')}
          number={1}
          title={t('nightly.steps.devices')}
        >
          <StepText text={t('nightly.steps.devicesText', names)} />
          {devices.map(({ device, alexa }) => (
            <div className="grid gap-0.5" key={device}>
              <span className="font-medium wrap-anywhere">{device}</span>
              <DeviceLine
                alexa={alexa}
                busy={resync.isPending}
                onRetry={() => resync.mutate({ workspaceId, params: { id } })}
                shown={
                  alexa && (
                    <Badge dot tone={tones[alexa.state]}>
                      {t(`triggers.alexa.${alexa.state}`)}
                    </Badge>
                  )
                }
              />
            </div>
          ))}
        </SetupStep>
        <SetupStep done={isHeard} number={2} title={t('nightly.steps.routine')}>
          <NumberedSteps
            steps={[
              { text: t('created.step1') },
              { text: t('created.step2', names) },
              { text: t('created.step3') },
              { text: t('receipts.dialog.step2', names) },
              { text: t('nightly.steps.nothingElse') },
            ]}
          />
        </SetupStep>
        <SetupStep done={works} number={3} title={t('receipts.dialog.test')}>
          <StepText text={t('nightly.steps.testText')} />
          <ReceiptTest trigger={trigger} />
        </SetupStep>
      </ol>
    </Dialog>
  );
}
