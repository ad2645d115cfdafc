import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

import { trialDays } from '#shared/rules/billing/trial.ts';
import { useHasWhatsapp } from '#web/api/use-config.ts';
import { useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RestoreFocus } from '#web/ui/restore-focus.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import type { Confirmation } from './use-confirmation.ts';

type ReturnNoticeProps = {
  canceled?: boolean;
  confirmation?: Confirmation;
  status?: string;
  workspaceId?: number;
  onDismiss: () => void;
  onAgain?: () => void;
};

export function ReturnNotice({
  canceled = false,
  confirmation = 'none',
  status,
  workspaceId,
  onDismiss,
  onAgain,
}: ReturnNoticeProps) {
  const { t } = useTranslation();
  const dismiss = (
    <IconButton icon={<X aria-hidden size={16} />} name={t('subscription.dismiss')} onClick={onDismiss} />
  );
  if (canceled) {
    return (
      <Shown actions={dismiss} title={t('subscription.return.canceledTitle')} tone="danger">
        {t('subscription.return.canceledText')}
      </Shown>
    );
  }
  if (confirmation === 'waiting') {
    return (
      <Shown actions={<Spinner />} title={t('subscription.return.waitingTitle')} tone="info">
        {t('subscription.return.waitingText')}
      </Shown>
    );
  }
  if (confirmation === 'late') {
    const again = (
      <Button variant="secondary" onClick={onAgain} size="small">
        {t('subscription.return.again')}
      </Button>
    );
    return (
      <Shown actions={again} title={t('subscription.return.lateTitle')} tone="warning">
        {t('subscription.return.lateText')}
      </Shown>
    );
  }
  if (confirmation === 'none') return null;
  const began = status === 'trialing' ? 'trial' : status === 'active' ? 'success' : 'pastDue';
  return (
    <Shown
      actions={
        <>
          {began !== 'pastDue' && <ToWhatsApp workspaceId={workspaceId} />}
          {dismiss}
        </>
      }
      title={t(`subscription.return.${began}Title`)}
      tone={began === 'pastDue' ? 'warning' : 'success'}
    >
      {t(`subscription.return.${began}Text`, { days: trialDays })}
    </Shown>
  );
}

/** The plan adds WhatsApp, so this is the next step. */
function ToWhatsApp({ workspaceId }: { workspaceId: number | undefined }) {
  const { t } = useTranslation();
  const current = useCurrentWorkspaceId();
  const hasWhatsapp = useHasWhatsapp();
  if (workspaceId === undefined || workspaceId !== current || !hasWhatsapp) return null;
  return (
    <Link className={buttonClass('primary', 'small')} href="/whatsapp">
      {t('subscription.return.toWhatsApp')}
    </Link>
  );
}

type ShownProps = {
  tone: 'danger' | 'info' | 'warning' | 'success';
  title: string;
  actions: ReactNode;
  children: ReactNode;
};

const Shown = ({ tone, title, actions, children }: ShownProps) => (
  <RestoreFocus key={title}>
    <Notice actions={actions} live title={title} tone={tone}>
      {children}
    </Notice>
  </RestoreFocus>
);
