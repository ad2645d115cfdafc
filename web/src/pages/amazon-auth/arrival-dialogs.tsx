import { Link } from 'wouter';

import { useWorkspaces } from '#web/api/use-session.ts';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

type AccountInUseProps = { open: boolean; workspaceName: string | undefined; onClose: () => void };

/** Anybody can write a name into the address, so only one from the person's own list is shown. */
export function AccountInUseDialog({ open, workspaceName, onClose }: AccountInUseProps) {
  const { t } = useTranslation();
  const list = useWorkspaces();
  if (workspaceName !== undefined && list.isPending) return null;
  const own = list.data?.some(({ name }) => name === workspaceName);
  return (
    <Dialog
      description={
        own && workspaceName
          ? t('amazonAuth.accountInUseModal.descriptionOwnWorkspace', { workspaceName })
          : t('amazonAuth.accountInUseModal.descriptionOtherWorkspace')
      }
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
      onClose={onClose}
      open={open}
      title={t('amazonAuth.accountInUseModal.title')}
    />
  );
}

type LinkedProps = { open: boolean; skillActive: boolean; onClose: () => void };

/** Invites to activate the skill, or, if it is active, to create a trigger. */
export function LinkedDialog({ open, skillActive, onClose }: LinkedProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      description={skillActive ? t('amazonAuth.success.dialogTextActive') : t('amazonAuth.success.dialogText')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {skillActive ? t('common.close') : t('amazonAuth.success.later')}
          </Button>
          {skillActive ? (
            <Link className={buttonClass()} href="/triggers">
              {t('amazonAuth.success.createTrigger')}
            </Link>
          ) : (
            <Button
              onClick={() => {
                onClose();
                openSkillDialog();
              }}
            >
              {t('amazonAuth.success.install')}
            </Button>
          )}
        </>
      }
      onClose={onClose}
      open={open}
      title={skillActive ? t('amazonAuth.success.dialogTitleActive') : t('amazonAuth.success.dialogTitle')}
    />
  );
}
