import { useState } from 'react';

import { useWorkspaces } from '#web/api/use-session.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import { MoveAccountDialog } from './move-account-dialog.tsx';

type AccountInUseProps = {
  open: boolean;
  workspaceName: string | undefined;
  workspaceId: number | undefined;
  onClose: () => void;
};

/** Shows the name from the address only if it is one of the user's workspaces, because anybody can craft an address. */
export function AccountInUseDialog({ open, workspaceName, workspaceId, onClose }: AccountInUseProps) {
  const { t } = useTranslation();
  const list = useWorkspaces();
  const [moving, setMoving] = useState(false);
  if (workspaceName !== undefined && list.isPending) return null;
  const own = list.data?.some(({ name }) => name === workspaceName) ? workspaceName : undefined;
  return (
    <>
      <Dialog
        description={
          own
            ? t('amazonAuth.accountInUseModal.descriptionOwnWorkspace', { workspaceName: own })
            : t('amazonAuth.accountInUseModal.descriptionOtherWorkspace')
        }
        footer={
          <>
            {workspaceId !== undefined && (
              <Button variant="secondary" onClick={() => setMoving(true)}>
                {t('amazonAuth.accountInUseModal.move')}
              </Button>
            )}
            <Button onClick={onClose}>{t('common.close')}</Button>
          </>
        }
        onClose={onClose}
        open={open && !moving}
        title={t('amazonAuth.accountInUseModal.title')}
      >
        {workspaceId !== undefined && (
          <p className="text-pretty">{t(`amazonAuth.accountInUseModal.${own ? 'mayMoveOwn' : 'mayMove'}`)}</p>
        )}
      </Dialog>
      {workspaceId !== undefined && (
        <MoveAccountDialog from={own} onClose={() => setMoving(false)} open={moving} workspaceId={workspaceId} />
      )}
    </>
  );
}
