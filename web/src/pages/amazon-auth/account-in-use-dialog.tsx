import { useWorkspaces } from '#web/api/use-session.ts';
import { ConnectLink } from '#web/features/skill/connect-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

type AccountInUseProps = {
  open: boolean;
  workspaceName: string | undefined;
  workspaceId: number | undefined;
  onClose: () => void;
};

/** Anybody can write a name into the address, so only one from the person's own list is shown. */
export function AccountInUseDialog({ open, workspaceName, workspaceId, onClose }: AccountInUseProps) {
  const { t } = useTranslation();
  const list = useWorkspaces();
  if (workspaceName !== undefined && list.isPending) return null;
  const own = list.data?.some(({ name }) => name === workspaceName) ? workspaceName : undefined;
  return (
    <Dialog
      description={
        own
          ? t('amazonAuth.accountInUseModal.descriptionOwnWorkspace', { workspaceName: own })
          : t('amazonAuth.accountInUseModal.descriptionOtherWorkspace')
      }
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onClose={onClose}
      open={open}
      title={t('amazonAuth.accountInUseModal.title')}
    >
      {workspaceId !== undefined && (
        <section aria-labelledby="move-here" className="rounded-lg border border-border bg-surface p-4">
          <h3 className="font-semibold" id="move-here">
            {t('amazonAuth.accountInUseModal.moveTitle')}
          </h3>
          <p className="mt-1 text-muted text-pretty wrap-anywhere">
            {own
              ? t('amazonAuth.accountInUseModal.moveTextOwn', { workspaceName: own })
              : t('amazonAuth.accountInUseModal.moveText')}
          </p>
          <div className="mt-4">
            <ConnectLink
              how="move"
              label={t('amazonAuth.accountInUseModal.move')}
              variant="secondary"
              workspaceId={workspaceId}
            />
          </div>
        </section>
      )}
    </Dialog>
  );
}
