import { useState } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { DialogFormFooter } from '#web/ui/overlays/dialog-form-footer.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import type { OnCopyRefused } from '../overlay.ts';
import { CreatedSteps } from './created-steps.tsx';
import { TriggerForm } from './trigger-form.tsx';
import { useTriggerForm } from './use-trigger-form.ts';

type CreateDialogProps = {
  open: boolean;
  onClose: () => void;
  onCreate: (values: { name: string; description?: string }) => Promise<Trigger>;
  addressOf: (trigger: Trigger) => Promise<string>;
  skillActive: boolean;
  onActivateSkill: () => void;
  onCopyRefused: OnCopyRefused;
};

/** Creates a trigger and then, in the same dialog, says how to use it. */
export function CreateDialog({ open, onClose, onCreate, ...created }: CreateDialogProps) {
  const { t } = useTranslation();
  const [trigger, setTrigger] = useState<Trigger>();
  const form = useTriggerForm({ onSave: async (values) => setTrigger(await onCreate(values)) });
  if (trigger)
    return (
      <Dialog
        description={t('triggers.created.lead')}
        footer={<Button onClick={onClose}>{t('triggers.created.done')}</Button>}
        onClose={onClose}
        open={open}
        title={t('triggers.created.title', { name: trigger.name })}
        wide
      >
        <CreatedSteps {...created} trigger={trigger} />
      </Dialog>
    );
  return (
    <Dialog
      description={t('triggers.form.createLead')}
      footer={<DialogFormFooter form={form} label={t('triggers.create')} onCancel={onClose} />}
      locked={form.isSubmitting}
      onClose={onClose}
      open={open}
      title={t('triggers.form.createTitle')}
    >
      <TriggerForm form={form} withDescription />
    </Dialog>
  );
}
