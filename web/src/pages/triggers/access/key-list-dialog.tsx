import { Plus } from 'lucide-react';
import { useState } from 'react';

import type { AccessKey } from '#shared/contracts/access-keys.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { coversTrigger } from '#shared/rules/access-keys.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { zoneOf } from '#web/features/schedule/time-zones.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { useMinute } from '#web/ui/time/minute-clock.ts';
import { usePresence } from '#web/ui/use-presence.ts';

import { usePlans } from '../schedule/use-plans.ts';
import { KeyRow } from './key-row.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { type KeyChanges, type NewKey, useAccessKeys } from './use-key-changes.ts';

type KeyListDialogProps = {
  open: boolean;
  onClose: () => void;
  workspaceId: number;
  /** Undefined for all access keys of the workspace. */
  trigger: Trigger | undefined;
  first: string | undefined;
  triggers: readonly Trigger[];
  changes: KeyChanges;
  returnTo: HTMLElement | undefined;
  onNew: () => void;
  onEdit: (accessKey: AccessKey) => void;
  onRotated: (accessKey: NewKey) => void;
};

/** Keys of the trigger come first, or the key with the id `first`. */
export function KeyListDialog({
  open,
  onClose,
  workspaceId,
  trigger,
  first,
  triggers,
  changes,
  returnTo,
  onNew,
  ...on
}: KeyListDialogProps) {
  const { t, i18n } = useTranslation();
  const now = useMinute();
  const [asked, ask] = useState<{ kind: 'stop' | 'rotate'; accessKey: AccessKey }>();
  const question = usePresence(asked);
  const read = useAccessKeys(workspaceId);
  const zone = zoneOf(usePlans(workspaceId).data?.timeZone);
  const rank = (key: AccessKey) => Number(trigger ? coversTrigger(key, trigger.id) : key.id === first);
  const keys = read.data?.accessKeys.toSorted((one, other) => rank(other) - rank(one));
  const end = () => ask(undefined);
  return (
    <Dialog
      description={t('access.keys.lead')}
      footer={
        <Button onClick={onClose} variant="secondary">
          {t('common.close')}
        </Button>
      }
      onClose={onClose}
      open={open}
      returnTo={returnTo}
      startsAtTop
      steady
      title={trigger ? t('access.keys.title', { name: trigger.name }) : t('access.keys.titleAll')}
      wide
    >
      <NotLoaded of={[read]} title={t('access.keys.notLoaded')}>
        {keys ? (
          <div className="grid gap-5">
            <section>
              <h3 className="mb-2 font-semibold">{t('access.keys.count', { count: keys.length })}</h3>
              <ul className="divide-y divide-border">
                {keys.map((accessKey) => (
                  <KeyRow
                    of={accessKey}
                    key={accessKey.id}
                    onEdit={() => on.onEdit(accessKey)}
                    onRotate={() => ask({ kind: 'rotate', accessKey })}
                    onStop={() => ask({ kind: 'stop', accessKey })}
                    trigger={trigger}
                    triggers={triggers}
                    where={{ zone, language: asLanguage(i18n.language), now }}
                  />
                ))}
              </ul>
            </section>
            {trigger && (
              <div>
                <Button icon={<Plus aria-hidden size={16} />} onClick={onNew} size="small">
                  {t('access.keys.new')}
                </Button>
              </div>
            )}
          </div>
        ) : (
          <Skeleton className="h-40 w-full" />
        )}
      </NotLoaded>
      {question?.value.kind === 'stop' && (
        <ConfirmDialog
          confirmLabel={t('access.stop.confirm')}
          description={t('access.stop.text')}
          onClose={end}
          onConfirm={() => void changes.stop(question.value.accessKey.id).then(end, end)}
          open={question.open}
          pending={changes.stopping}
          title={t('access.stop.title', { name: question.value.accessKey.name })}
        />
      )}
      {question?.value.kind === 'rotate' && (
        <RotateDialog
          name={question.value.accessKey.name}
          onClose={end}
          onConfirm={(how) => void changes.rotate(question.value.accessKey.id, how).then(on.onRotated, end)}
          open={question.open}
          pending={changes.rotating}
        />
      )}
    </Dialog>
  );
}
