import { useMutation, useQueryClient } from '@tanstack/react-query';

import { accountContract } from '#shared/contracts/account.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { useWorkspaces } from '#web/api/use-session.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ConfirmWordDialog } from '#web/ui/overlays/confirm-word-dialog.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { keepDeletion } from './use-deletion.ts';

export function DeleteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const plan = useMutation({
    ...mutationFor(accountContract.planDeletion, { allow: 'all' }),
    onSuccess: (planned) => {
      // Update the page before closing, so that the focus does not return to a button that is about to disappear.
      keepDeletion(queries, planned);
      onClose();
    },
    onError: (error) => {
      onClose();
      if (isSessionOver(error)) return;
      showToast({ title: t('account.deletion.failed'), description: errorText(t, error), variant: 'destructive' });
    },
  });
  return (
    <ConfirmWordDialog
      confirmLabel={t('account.deletion.confirm')}
      description={<Losses />}
      onClose={onClose}
      onConfirm={() => plan.mutate({})}
      open={open}
      pending={plan.isPending}
      title={t('account.deletion.title')}
      word={t('account.deletion.word')}
    />
  );
}

function Losses() {
  const { t } = useTranslation();
  const count = useWorkspaces(true).data?.length ?? 1;
  return (
    <>
      <p>{t('account.deletion.intro')}</p>
      <ul className="mt-2 list-disc space-y-1.5 pl-5">
        <li>{t('account.deletion.workspaces', { count })}</li>
        <li>{t('account.deletion.devices')}</li>
        <li>{t('account.deletion.number')}</li>
        <li>{t('account.deletion.subscriptions')}</li>
      </ul>
      <p className="mt-3">{t('account.deletion.until')}</p>
    </>
  );
}
