import { useMutation, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { workspacesContract } from '#shared/contracts/workspaces.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';
import { usePresence } from '#web/ui/use-presence.ts';

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
    <section className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 sm:px-6">
      <div className="flex min-w-0 grow basis-72 gap-3">
        <KeyRound aria-hidden className="mt-0.5 shrink-0 text-subtle" size={16} />
        <div className="min-w-0">
          <h2 className="font-medium">{t('machines.secret.heading')}</h2>
          <p className="mt-0.5 max-w-prose text-muted text-pretty">{t('machines.secret.text')}</p>
        </div>
      </div>
      <Button variant="secondary" onClick={ask} size="small">
        {t('machines.secret.rotate')}
      </Button>
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
    </section>
  );
}
