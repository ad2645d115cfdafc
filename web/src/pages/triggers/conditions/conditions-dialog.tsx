import type { Trigger } from '#shared/contracts/triggers.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { DialogFormFooter } from '#web/ui/overlays/dialog-form-footer.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

import { ZoneLine } from '../schedule/zone-line.tsx';
import { ConditionsFields } from './conditions-fields.tsx';
import { useConditionsForm } from './use-conditions-form.ts';

type ConditionsDialogProps = { open: boolean; onClose: () => void; trigger: Trigger };

/** Edits when, where and by whom a trigger can be run. */
export function ConditionsDialog({ open, onClose, trigger }: ConditionsDialogProps) {
  const { t } = useTranslation();
  const form = useConditionsForm(trigger, onClose);
  const { draft, problems, storedZone, zone } = form;
  return (
    <Dialog
      description={t('access.conditions.lead')}
      footer={<DialogFormFooter form={form} label={t('access.conditions.save')} onCancel={onClose} />}
      locked={form.isSubmitting}
      onClose={onClose}
      open={open}
      startsAtTop
      steady
      title={t('access.conditions.title', { name: trigger.name })}
      wide
    >
      <NotLoaded of={[form.plans]} title={t('schedule.notLoaded')}>
        {draft ? (
          <form
            className="grid grid-cols-[minmax(0,1fr)] gap-6"
            id={form.id}
            noValidate
            onSubmit={(event) => void form.submit(event)}
          >
            {form.failure !== undefined && (
              <Notice live title={t('access.conditions.failed')} tone="danger">
                {form.failure}
              </Notice>
            )}
            <ConditionsFields
              draft={draft}
              of="trigger"
              onChange={form.change}
              problems={problems}
              workspaceId={trigger.workspaceId}
              zoneLine={
                <ZoneLine
                  stored={storedZone}
                  unset={t('access.conditions.zoneUnset', { zone: form.zoneName })}
                  zone={zone}
                />
              }
            />
            {form.hasStored && (
              <div>
                <Button busy={form.isRemoving} onClick={() => void form.takeOff()} size="small" variant="secondary">
                  {t('access.conditions.takeOff')}
                </Button>
              </div>
            )}
          </form>
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </NotLoaded>
    </Dialog>
  );
}
