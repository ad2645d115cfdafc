import { useState } from 'react';

import type { AccessKey } from '#shared/contracts/access-keys.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import type { TriggersPageState } from '../use-triggers-page.ts';
import { HandedOverDialog } from './handed-over.tsx';
import { KeyFormDialog } from './key-form-dialog.tsx';
import { KeyListDialog } from './key-list-dialog.tsx';
import { type NewKey, useKeyChanges } from './use-key-changes.ts';

type AccessDialogProps = {
  open: boolean;
  onClose: () => void;
  workspaceId: number;
  /** Undefined for all access keys of the workspace, which can then be changed but not created. */
  trigger: Trigger | undefined;
  /** Id of the key that comes first. */
  first?: string | undefined;
  page: TriggersPageState;
};

type Step =
  | { kind: 'list' }
  | { kind: 'form'; accessKey: AccessKey | undefined }
  | { kind: 'handed'; accessKey: NewKey };

/** Access keys, which let others run a trigger: a list, a form, and the secret that is shown only once. */
export function AccessDialog({ open, onClose, workspaceId, trigger, first, page }: AccessDialogProps) {
  const { t } = useTranslation();
  const [opener] = useState(() => focusNow());
  const [step, go] = useState<Step>({ kind: 'list' });
  const changes = useKeyChanges(workspaceId);
  const triggers = page.list.data ?? [];
  const back = () => go({ kind: 'list' });
  if (step.kind === 'handed')
    return (
      <HandedOverDialog
        of={step.accessKey}
        onClose={back}
        open={open}
        trigger={trigger}
        triggers={triggers}
        workspaceId={workspaceId}
      />
    );
  if (step.kind === 'form')
    return (
      <KeyFormDialog
        of={step.accessKey}
        changes={changes}
        onBack={back}
        onCreated={(accessKey) => go({ kind: 'handed', accessKey })}
        open={open}
        title={step.accessKey ? t('access.form.change', { name: step.accessKey.name }) : t('access.form.new')}
        trigger={trigger}
        triggers={triggers}
        workspaceId={workspaceId}
      />
    );
  return (
    <KeyListDialog
      changes={changes}
      first={first}
      onClose={onClose}
      onEdit={(accessKey) => go({ kind: 'form', accessKey })}
      onNew={() => go({ kind: 'form', accessKey: undefined })}
      onRotated={(accessKey) => go({ kind: 'handed', accessKey })}
      open={open}
      returnTo={opener}
      trigger={trigger}
      triggers={triggers}
      workspaceId={workspaceId}
    />
  );
}

const focusNow = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : undefined;
