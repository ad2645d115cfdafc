import { CircleAlert, TimerOff } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';

import { errorText } from '#web/api/error-text.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { CompareCode } from './compare-code.tsx';
import { EnterNumber } from './enter-number.tsx';
import { mayClose, type PairingStep } from './pairing.ts';
import { ScanCode } from './scan-code.tsx';
import { TypeCode } from './type-code.tsx';
import { WaitForWhatsApp } from './wait-for-whatsapp.tsx';

const PasskeyStep = lazy(async () => {
  const [module] = await Promise.all([import('./passkey-step.tsx'), loadPageTexts(['passkey'])]);
  return { default: module.PasskeyStep };
});

type PairingDialogProps = {
  open: boolean;
  step: PairingStep;
  workspaceId: number;
  onAgain: () => void;
  onNumber: () => void;
  onCode: (phone: string) => void;
  onQrCode: () => void;
  onClose: () => void;
};

/** During pairing, only the close button and Back close it. */
export function PairingDialog({ open, ...body }: PairingDialogProps) {
  const { t } = useTranslation();
  const { step, onClose } = body;
  return (
    <Dialog
      description={step.kind === 'number' && t('pairing.number.lead')}
      held={!mayClose(step)}
      onClose={onClose}
      open={open}
      title={t(titles[step.kind])}
      wide={step.kind !== 'number'}
    >
      <StepBody {...body} />
    </Dialog>
  );
}

const titles = {
  number: 'pairing.title',
  starting: 'pairing.title',
  typed: 'pairing.title',
  code: 'pairing.title',
  passkey: 'pairing.passkey.title',
  compare: 'pairing.compare.title',
  connected: 'pairing.title',
  over: 'pairing.title',
  notBegun: 'pairing.title',
  failed: 'pairing.title',
} as const;

function StepBody({ step, workspaceId, onAgain, onClose, ...other }: Omit<PairingDialogProps, 'open'>) {
  const { t } = useTranslation();
  const { onNumber, onCode, onQrCode } = other;
  if (step.kind === 'number') {
    const { busy = false, error } = step;
    return <EnterNumber busy={busy} error={error} onCode={onCode} onQrCode={onQrCode} workspaceId={workspaceId} />;
  }
  if (step.kind === 'typed') return <TypeCode {...step} onNumber={onNumber} onQrCode={onQrCode} />;
  if (step.kind === 'passkey') {
    const { challenge, instanceId } = step;
    if (!challenge) return <WaitForWhatsApp onAgain={onAgain} text={t('pairing.passkey.waiting')} />;
    return (
      <Suspense fallback={<Wait text={t('common.loading')} />}>
        <PasskeyStep
          challenge={challenge}
          instanceId={instanceId}
          key={JSON.stringify(challenge)}
          onAgain={onAgain}
          workspaceId={workspaceId}
        />
      </Suspense>
    );
  }
  if (step.kind === 'compare') {
    const stop = () => {
      onClose();
      showToast({ title: t('pairing.compare.stopped'), description: t('pairing.compare.stoppedText') });
    };
    return <CompareCode key={step.code} {...step} onAgain={onAgain} onDiffer={stop} workspaceId={workspaceId} />;
  }
  if (step.kind === 'over')
    return (
      <Ended
        again={t(step.why === 'passkey' ? 'pairing.startAgain' : 'pairing.again')}
        icon={step.why === 'taken' ? <CircleAlert size={20} /> : <TimerOff size={20} />}
        onAgain={onAgain}
        title={t(`pairing.over.${step.why}.title`)}
      >
        {t(`pairing.over.${step.why}.text`)}
      </Ended>
    );
  if (step.kind === 'failed' || step.kind === 'notBegun')
    return (
      <Ended
        again={t('common.retry')}
        icon={<CircleAlert size={20} />}
        onAgain={onAgain}
        title={t('pairing.failedTitle')}
      >
        {errorText(t, step.error)}
      </Ended>
    );
  if (step.kind === 'connected') return <Wait text={t('whatsapp.connected.title')} />;
  return <ScanCode onNumber={onNumber} qrcode={step.kind === 'code' ? step.qrcode : undefined} />;
}

function Wait({ text }: { text: string }) {
  return (
    <output className="flex items-center justify-center gap-3 py-12 text-muted">
      <Spinner size={20} />
      {text}
    </output>
  );
}

type EndedProps = { icon: ReactNode; title: string; children: ReactNode; again: string; onAgain: () => void };

function Ended({ icon, title, children, again, onAgain }: EndedProps) {
  return (
    <div role="alert">
      <EmptyState action={<Button onClick={onAgain}>{again}</Button>} icon={icon} title={title}>
        {children}
      </EmptyState>
    </div>
  );
}
