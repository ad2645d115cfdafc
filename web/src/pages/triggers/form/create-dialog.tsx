import { Play } from 'lucide-react';
import { useState } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { DialogFormFooter } from '#web/ui/overlays/dialog-form-footer.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import type { TriggersPageState } from '../use-triggers-page.ts';
import { CreatedSteps } from './created-steps.tsx';
import { TriggerForm, useTriggerForm } from './trigger-form.tsx';

type CreateDialogProps = {
  open: boolean;
  onClose: () => void;
  page: Pick<TriggersPageState, 'workspaceId' | 'changes' | 'addressOf' | 'skillActive' | 'onCopyRefused' | 'show'>;
};

export function CreateDialog({ open, onClose, page }: CreateDialogProps) {
  const { t } = useTranslation();
  const [trigger, setTrigger] = useState<Trigger>();
  const form = useTriggerForm({
    draft: ['new trigger', page.workspaceId],
    onSave: async (values) => setTrigger(await page.changes.create(values)),
  });
  if (trigger)
    return (
      <Dialog
        description={t('created.lead')}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('created.done')}
            </Button>
            {page.skillActive ? (
              <Button
                icon={<Play aria-hidden size={16} />}
                onClick={() => {
                  onClose();
                  page.changes.run(trigger);
                }}
              >
                {t('created.run')}
              </Button>
            ) : (
              <Button onClick={openSkillDialog}>{t('triggers.run.activateSkill')}</Button>
            )}
          </>
        }
        onClose={onClose}
        open={open}
        title={t('created.title', { name: trigger.name })}
        wide
      >
        <CreatedSteps page={page} trigger={trigger} />
      </Dialog>
    );
  return (
    <Dialog
      description={t('triggerDialogs.form.createLead')}
      footer={<DialogFormFooter form={form} label={t('triggers.create')} onCancel={onClose} />}
      locked={form.isSubmitting}
      onClose={onClose}
      open={open}
      title={t('triggerDialogs.form.createTitle')}
    >
      <TriggerForm form={form} withDescription />
    </Dialog>
  );
}
