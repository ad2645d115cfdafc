import { type ReactNode, useEffect, useState } from 'react';

import { authContract } from '#shared/contracts/auth.ts';
import { addressOf } from '#web/api/client.ts';
import { useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type ButtonVariant, buttonClass } from '#web/ui/buttons/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type ConnectLinkProps = {
  workspaceId: number;
  label: ReactNode;
  variant?: ButtonVariant;
  size?: 'normal' | 'small';
  wide?: boolean;
  /** Disables the skill before enabling it. */
  how?: 'reset';
};

/** Links to Amazon, where the user links the account and allows the skill. */
export function ConnectLink({ workspaceId, label, variant = 'primary', size, wide, how }: ConnectLinkProps) {
  const { t } = useTranslation();
  const [address, leaving, setLeaving] = useConnect(workspaceId, how);
  const [drawnAt] = useState(() => Date.now());
  return (
    <a
      aria-busy={leaving || undefined}
      className={buttonClass(variant, size, wide)}
      href={address(drawnAt)}
      onClick={(event) => {
        event.currentTarget.href = address(Date.now());
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) setLeaving(true);
      }}
    >
      {leaving && <Spinner />}
      {leaving ? t('skill.opening') : label}
    </a>
  );
}

/**
 * Returns the link for a given time, whether the browser is leaving the page, and its setter. `move` takes the account
 * from another workspace.
 */
export function useConnect(workspaceId: number, how?: 'reset' | 'move') {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState(false);
  const pageToken = useAmazonAuth().data?.pageToken;
  const address = (timestamp: number) =>
    addressOf(authContract.amazon, {
      query: {
        workspace: workspaceId,
        force_login: true,
        timestamp,
        defaultWorkspaceName: t('workspace.defaultName'),
        ...(how && { [how]: pageToken }),
      },
    });

  // The browser's Back button restores the page as it was left.
  useEffect(() => {
    const reset = () => setLeaving(false);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);
  return [address, leaving, setLeaving] as const;
}
