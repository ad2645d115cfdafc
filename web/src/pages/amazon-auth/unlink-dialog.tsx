import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { amazonAuthContract } from '#shared/contracts/amazon-auth.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor, queryFor } from '#web/api/query-for.ts';
import { refreshAfterUnlink } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ConfirmWordDialog } from '#web/ui/overlays/confirm-word-dialog.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

type UnlinkDialogProps = { open: boolean; workspaceId: number; onClose: () => void };

export function UnlinkDialog({ open, workspaceId, onClose }: UnlinkDialogProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const unlink = useMutation({
    ...mutationFor(amazonAuthContract.unlinkAmazon, { allow: 'all' }),
    onSuccess: async () => {
      // Update the page before closing, so that the focus does not return to a button that is about to disappear.
      await refreshAfterUnlink(queries);
      onClose();
      showToast({ title: t('amazonAuth.unlink.done') });
    },
    onError: (error) => {
      onClose();
      if (isSessionOver(error)) return;
      showToast({ title: t('amazonAuth.unlink.failed'), description: errorText(t, error), variant: 'destructive' });
    },
  });
  return (
    <ConfirmWordDialog
      confirmLabel={t('amazonAuth.unlink.confirm')}
      description={<Consequences workspaceId={workspaceId} />}
      onClose={onClose}
      onConfirm={() => unlink.mutate({ workspaceId, body: { workspaceId } })}
      open={open}
      pending={unlink.isPending}
      title={t('amazonAuth.unlink.title')}
      word={t('amazonAuth.unlink.word')}
    />
  );
}

function Consequences({ workspaceId }: { workspaceId: number }) {
  const { t } = useTranslation();
  const triggers = useQuery({ ...queryFor(triggersContract.listTriggers, { workspaceId }), meta: { quiet: true } });
  const count = triggers.data?.length;
  return (
    <>
      <p>{t('amazonAuth.unlink.intro')}</p>
      <ul className="mt-2 list-disc space-y-1.5 pl-5">
        {count !== 0 && (
          <>
            <li>
              {count === undefined ? t('amazonAuth.unlink.allTriggers') : t('amazonAuth.unlink.triggers', { count })}
            </li>
            <li>{t('amazonAuth.unlink.devices')}</li>
          </>
        )}
        <li>{t('amazonAuth.unlink.messaging')}</li>
      </ul>
    </>
  );
}
