import { X } from 'lucide-react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { accountName } from '#web/features/skill/account-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type OtherAccountNoticeProps = {
  amazon: AmazonAuth;
  onSwitch: () => void;
  onUnlink: () => void;
  onDismiss: () => void;
};

/** Shown when the user returned from Amazon with another account than the linked one. Nothing has changed. */
export function OtherAccountNotice({ amazon, onSwitch, onUnlink, onDismiss }: OtherAccountNoticeProps) {
  const { t } = useTranslation();
  const name = accountName(amazon);
  const reconnects = amazon.mend === 'reconnect';
  const account = name ?? t('skill.linkedAccount');
  return (
    <div className="mb-6">
      <Notice
        actions={
          <>
            {reconnects && (
              <Button onClick={onSwitch} size="small" variant="secondary">
                {t('amazonAuth.otherLinked.switch')}
              </Button>
            )}
            <Button onClick={onUnlink} size="small" variant="ghost">
              {t('amazonAuth.account.unlink')}
            </Button>
            <IconButton icon={<X aria-hidden size={16} />} name={t('amazonAuth.error.dismiss')} onClick={onDismiss} />
          </>
        }
        live
        title={t('amazonAuth.otherLinked.title')}
        tone="danger"
      >
        <p className="wrap-anywhere">
          {name !== undefined && t('amazonAuth.otherLinked.linkedTo', { account: name })}{' '}
          {reconnects && t('amazonAuth.otherLinked.reconnect', { account })}
        </p>
        <p className="mt-1">{t('amazonAuth.otherLinked.instead')}</p>
      </Notice>
    </div>
  );
}
