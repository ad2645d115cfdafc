import { ConnectLink } from '#web/features/skill/connect-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import { SignOutLink } from './sign-out-link.tsx';

type OtherAccountProps = {
  open: boolean;
  workspaceId: number;
  /** The account to sign in with; any other one if undefined. */
  account?: string | undefined;
  onClose: () => void;
};

/**
 * Amazon has no parameter that forces a new sign-in, so the user signs out there first.
 * https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html
 */
export function OtherAccountDialog({ open, workspaceId, account, onClose }: OtherAccountProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      description={t('amazonAuth.none.other.text')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <ConnectLink label={t('amazonAuth.none.other.continue')} workspaceId={workspaceId} />
        </>
      }
      onClose={onClose}
      open={open}
      title={t(account ? 'amazonAuth.otherLinked.dialogTitle' : 'amazonAuth.none.other.title')}
    >
      <ol className="list-decimal space-y-3 pl-5 text-muted">
        <li>
          <SignOutLink />
        </li>
        <li className="wrap-anywhere">
          {account ? t('amazonAuth.otherLinked.step2', { account }) : t('amazonAuth.none.other.step2')}
        </li>
      </ol>
    </Dialog>
  );
}
