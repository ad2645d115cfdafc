import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { showToast } from '#web/ui/toasts/toast-store.ts';
import { usePresence } from '#web/ui/use-presence.ts';

import { ActionRow } from '../action-row.tsx';

const ConfirmDialog = lazy(() =>
  import('#web/ui/overlays/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

export function WebhookSecret({ workspaceId }: { workspaceId: number }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [overlaps, setOverlaps] = useState(false);
  const dialog = usePresence(asking ? 'asking' : undefined);
  const rotate = useMutation({
    ...mutationFor(workspacesContract.rotateWorkspaceToken, { allow: 'all' }),
    onSuccess: async () => {
      await refresh(queries, ['/api/workspaces/current']);
      showToast({ title: t('machines.secret.done'), description: t('machines.secret.doneText') });
    },
    onError: (error) => {
      if (isSessionOver(error)) return;
      showToast({ title: t('machines.secret.failed'), description: errorText(t, error), variant: 'destructive' });
    },
    onSettled: () => setAsking(false),
  });
  const ask = () => {
    setOverlaps(false);
    setAsking(true);
  };
  return (
    <ActionRow
      action={t('machines.secret.rotate')}
      heading={t('machines.secret.heading')}
      icon={KeyRound}
      onAction={ask}
      text={t('machines.secret.text')}
    >
      {dialog && (
        <Suspense>
          <ConfirmDialog
            confirmLabel={t('machines.secret.confirm')}
            danger={!overlaps}
            description={t(overlaps ? 'machines.secret.overlapText' : 'machines.secret.confirmText')}
            onClose={() => setAsking(false)}
            onConfirm={() =>
              rotate.mutate({
                params: { id: String(workspaceId) },
                body: { oldEnds: overlaps ? 'in24Hours' : 'now' },
              })
            }
            open={dialog.open}
            pending={rotate.isPending}
            title={t('machines.secret.confirmTitle')}
          >
            <label className="flex cursor-pointer items-start gap-3">
              <input
                checked={overlaps}
                className="mt-1 size-4 shrink-0 accent-accent"
                onChange={(event) => setOverlaps(event.target.checked)}
                type="checkbox"
              />
              {t('machines.secret.overlap')}
            </label>
          </ConfirmDialog>
        </Suspense>
      )}
    </ActionRow>
  );
}
