import type { ReactNode } from 'react';

import { errorText } from '#web/api/error-text.ts';
import { type PortalPage, usePortalPage } from '#web/features/billing/use-billing-page.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, type ButtonVariant } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

type PortalButtonProps = {
  portal: ReturnType<typeof usePortalPage>;
  icon: ReactNode;
  variant?: ButtonVariant;
  children: ReactNode;
};

export function PortalButton({ portal, icon, variant = 'secondary', children }: PortalButtonProps) {
  return (
    <Button busy={portal.busy} icon={icon} variant={variant} onClick={portal.open} size="small">
      {children}
    </Button>
  );
}

export function PageFailure({ error, title }: { error: Error | null; title?: string }) {
  const { t } = useTranslation();
  if (!error) return null;
  return (
    <Notice live title={title ?? t('subscription.actions.failed')} tone="danger">
      {errorText(t, error)}
    </Notice>
  );
}

export function usePortal(workspaceId: number, page: PortalPage) {
  const portal = usePortalPage(workspaceId, page);
  return { portal, failure: <PageFailure error={portal.error} /> };
}
