import { useRef } from 'react';

import { useCurrentWorkspace } from '#web/api/use-session.ts';
import { browser } from '#web/features/billing/use-billing-page.ts';
import { useConnect } from '#web/features/skill/connect-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ConfirmWordDialog } from '#web/ui/overlays/confirm-word-dialog.tsx';

import { SignOutLink } from './sign-out-link.tsx';

type MoveAccountProps = {
  open: boolean;
  workspaceId: number;
  /** The workspace that loses the account, if it belongs to the user. */
  from: string | undefined;
  onClose: () => void;
};

/**
 * Amazon has no parameter that forces a new sign-in and does not report when the user signed in. So the user signs out
 * there first.
 * https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html
 */
export function MoveAccountDialog({ open, workspaceId, from, onClose }: MoveAccountProps) {
  const { t } = useTranslation();
  const [address, leaving, setLeaving] = useConnect(workspaceId, 'move');
  const signOut = useRef<HTMLAnchorElement>(null);
  return (
    <ConfirmWordDialog
      confirmLabel={t('amazonAuth.move.confirm')}
      description={<Consequences from={from} />}
      focusFirst={() => signOut.current}
      onClose={onClose}
      onConfirm={() => {
        setLeaving(true);
        browser.leaveFor(address(Date.now()));
      }}
      open={open}
      pending={leaving}
      title={t('amazonAuth.move.title')}
      word={t('amazonAuth.move.word')}
    >
      <ol className="list-decimal space-y-2 pl-5 text-pretty">
        <li>
          <SignOutLink ref={signOut} />
          <span className="mt-0.5 block text-muted">{t('amazonAuth.move.why')}</span>
        </li>
        <li>{t('amazonAuth.move.then')}</li>
      </ol>
    </ConfirmWordDialog>
  );
}

function Consequences({ from }: Pick<MoveAccountProps, 'from'>) {
  const { t } = useTranslation();
  const workspaceName = useCurrentWorkspace().data?.name ?? '';
  return (
    <>
      <p>{t('amazonAuth.move.what', { workspaceName })}</p>
      <p className="mt-2">
        {from === undefined ? t('amazonAuth.move.loses') : t('amazonAuth.move.losesOwn', { workspaceName: from })}
      </p>
      <ul className="mt-2 list-disc space-y-1.5 pl-5">
        <li>{t('amazonAuth.move.triggers')}</li>
        <li>{t('amazonAuth.move.devices')}</li>
        <li>{t('amazonAuth.move.messaging')}</li>
      </ul>
      {from === undefined && <p className="mt-2">{t('amazonAuth.move.told')}</p>}
    </>
  );
}
