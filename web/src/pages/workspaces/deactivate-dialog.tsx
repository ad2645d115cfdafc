import { useState } from 'react';
import { Link } from 'wouter';

import type { Workspace } from '#shared/contracts/workspaces.ts';
import { whyNotDeactivate } from '#shared/rules/workspace-deactivation.ts';
import { ApiError } from '#web/api/api-error.ts';
import { errorText, refusalText } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

import { useLosses } from './use-losses.ts';
import { useStatusChange } from './use-status-change.ts';

type Losses = { triggers: number | undefined; groups: number | undefined; moves: string | undefined };

type DeactivateDialogProps = {
  open: boolean;
  onClose: () => void;
  workspace: Workspace;
  isCurrent: boolean;
  home: string | undefined;
};

export function DeactivateDialog({ open, onClose, workspace, isCurrent, home }: DeactivateDialogProps) {
  const { t } = useTranslation();
  const { id, name } = workspace;
  const change = useStatusChange(workspace, onClose);
  const { checking, subscription, ...counts } = useLosses(id);
  const losses = { ...counts, moves: isCurrent ? home : undefined };
  // The confirmed list of losses stays visible while the change runs.
  const [agreed, agree] = useState<Losses>();
  const rule = whyNotDeactivate({ isDefault: workspace.defaultWorkspace, isCurrent, subscription });
  const refusal = change.error instanceof ApiError ? change.error.errorKey : undefined;
  const subscribed = [rule, refusal].includes('workspace.subscriptionRunning');
  const confirmLabel = t('workspaces.deactivate.confirm');
  return (
    <ConfirmDialog
      confirmButton={
        subscribed ? (
          <ToSubscription id={id} onLeave={onClose} />
        ) : checking ? (
          <Button busy variant="danger">
            {confirmLabel}
          </Button>
        ) : undefined
      }
      confirmLabel={confirmLabel}
      description={
        subscribed ? (
          <Notice live title={refusalText('workspace.subscriptionRunning')} tone="danger">
            {t('workspaces.deactivate.blockedText')}
          </Notice>
        ) : (
          <LossList {...(agreed ?? losses)} />
        )
      }
      onClose={onClose}
      onConfirm={() => {
        agree(losses);
        change.mutate('INATIVO');
      }}
      open={open}
      pending={change.isPending}
      title={t(subscribed ? 'workspaces.deactivate.blockedTitle' : 'workspaces.deactivate.title', { name })}
    >
      {!subscribed && change.error && (
        <Notice live title={t('workspaces.errors.deactivate')} tone="danger">
          {errorText(t, change.error)}
        </Notice>
      )}
    </ConfirmDialog>
  );
}

function ToSubscription({ id, onLeave }: { id: number; onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <Link className={buttonClass()} href={`/subscription?id=${id}`} onClick={onLeave}>
      {t('workspaces.deactivate.toSubscription')}
    </Link>
  );
}

function LossList({ triggers, groups, moves }: Losses) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('workspaces.deactivate.lead')}</p>
      <ul className="mt-2 list-disc space-y-1.5 pl-5">
        {triggers !== 0 && (
          <li>
            {triggers === undefined
              ? t('workspaces.deactivate.allTriggers')
              : t('workspaces.deactivate.triggers', { count: triggers })}
          </li>
        )}
        {groups !== 0 && (
          <li>
            {groups === undefined
              ? t('workspaces.deactivate.allGroups')
              : t('workspaces.deactivate.groups', { count: groups })}
          </li>
        )}
        <li>{t('workspaces.deactivate.amazon')}</li>
        <li>{t('workspaces.deactivate.number')}</li>
      </ul>
      {moves !== undefined && <p className="mt-3">{t('workspaces.deactivate.moves', { name: moves })}</p>}
      <p className="mt-3">{t('workspaces.deactivate.later')}</p>
    </>
  );
}
