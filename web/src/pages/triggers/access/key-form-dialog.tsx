import type { AccessKey } from '#shared/contracts/access-keys.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { DialogFormFooter } from '#web/ui/overlays/dialog-form-footer.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

import { KeyFields } from './key-fields.tsx';
import type { KeyChanges, NewKey } from './use-key-changes.ts';
import { useKeyForm } from './use-key-form.ts';

type KeyFormDialogProps = {
  open: boolean;
  title: string;
  workspaceId: number;
  trigger: Trigger | undefined;
  triggers: readonly Trigger[];
  /** Undefined for a new key. */
  of: AccessKey | undefined;
  changes: KeyChanges;
  onCreated: (accessKey: NewKey) => void;
  onBack: () => void;
};

export function KeyFormDialog(props: KeyFormDialogProps) {
  const { open, title, workspaceId, trigger, triggers, of: accessKey, changes, onCreated, onBack } = props;
  const { t } = useTranslation();
  const form = useKeyForm({ workspaceId, trigger, triggers, accessKey, changes, onCreated, onDone: onBack });
  return (
    <Dialog
      footer={
        <DialogFormFooter
          form={form}
          label={t(accessKey ? 'access.form.save' : 'access.form.create')}
          onCancel={onBack}
        />
      }
      locked={form.isSubmitting}
      onClose={onBack}
      open={open}
      steady
      title={title}
      wide
    >
      <NotLoaded of={[form.plans]} title={t('schedule.notLoaded')}>
        {form.draft ? (
          <KeyFields
            draft={form.draft}
            form={form}
            isNew={!accessKey}
            trigger={trigger}
            triggers={triggers}
            workspaceId={workspaceId}
          />
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </NotLoaded>
    </Dialog>
  );
}
