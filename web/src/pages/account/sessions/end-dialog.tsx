import { errorText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

import { deviceName, type SessionEnding, useEnding } from './use-sessions.ts';

type EndDialogProps = { open: boolean; ending: SessionEnding; onClose: () => void };

export function EndDialog({ open, ending, onClose }: EndDialogProps) {
  const { t } = useTranslation();
  const end = useEnding(onClose);
  const device = 'session' in ending ? deviceName(t, ending.session) : '';
  const words = {
    one: [t('account.sessions.one.title', { device }), t('account.sessions.one.text'), t('account.sessions.end')],
    this: [t('account.sessions.this.title'), t('account.sessions.this.text'), t('account.sessions.end')],
    others: [t('account.sessions.others.title'), t('account.sessions.others.text'), t('account.sessions.endOthers')],
    all: [t('account.sessions.all.title'), t('account.sessions.all.text'), t('account.sessions.endAll')],
  } as const;
  const [title, text, label] = words[ending.kind];
  return (
    <ConfirmDialog
      confirmLabel={label}
      description={text}
      onClose={onClose}
      onConfirm={() => end.mutate(ending)}
      open={open}
      pending={end.isPending}
      title={title}
    >
      {end.error && (
        <Notice live title={t('account.sessions.failed')} tone="danger">
          {errorText(t, end.error)}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
