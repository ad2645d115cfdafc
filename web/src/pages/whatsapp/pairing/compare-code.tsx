import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

import { useConfirmation } from './use-passkey.ts';
import { WaitForWhatsApp } from './wait-for-whatsapp.tsx';

type CompareCodeProps = {
  workspaceId: number;
  instanceId: number;
  code: string;
  /** The phone shows another code, so the connection may be intercepted. */
  onDiffer: () => void;
  onAgain: () => void;
};

export function CompareCode({ workspaceId, instanceId, code, onDiffer, onAgain }: CompareCodeProps) {
  const { t } = useTranslation();
  const confirmation = useConfirmation(workspaceId, instanceId);
  return (
    <div className="grid justify-items-center gap-5 text-center">
      <p className="max-w-prose text-muted text-pretty">{t('pairing.compare.text')}</p>
      <p className="rounded-lg bg-sunken px-6 py-4 font-mono text-2xl font-semibold tracking-widest">
        <span className="sr-only">{t('pairing.compare.code')}: </span>
        {code}
      </p>
      {confirmation.error && (
        <div className="justify-self-stretch text-left">
          <Notice live title={t('pairing.passkey.failed')} tone="danger">
            {confirmation.error}
          </Notice>
        </div>
      )}
      {confirmation.sent ? (
        <WaitForWhatsApp onAgain={onAgain} text={t('pairing.compare.sent')} />
      ) : (
        <div className="flex flex-col-reverse gap-2 justify-self-stretch sm:flex-row sm:justify-center">
          <Button aria-disabled={confirmation.busy || undefined} variant="secondary" onClick={onDiffer}>
            {t('pairing.compare.differ')}
          </Button>
          <Button busy={confirmation.busy} onClick={confirmation.confirm}>
            {t('pairing.compare.confirm')}
          </Button>
        </div>
      )}
    </div>
  );
}
