import type { Trigger } from '#shared/contracts/triggers.ts';
import { coversTrigger } from '#shared/rules/access-keys.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

import { GuestPage } from './guest-page.tsx';
import { KeyAddress } from './key-address.tsx';
import { startingWith } from './key-wish.ts';
import type { NewKey } from './use-key-changes.ts';

type HandedOverProps = {
  open: boolean;
  onClose: () => void;
  of: NewKey;
  workspaceId: number;
  trigger: Trigger | undefined;
  triggers: readonly Trigger[];
};

/** The only place that shows the secret of a key. */
export function HandedOverDialog(props: HandedOverProps) {
  const { open, onClose, of: accessKey, workspaceId, trigger, triggers } = props;
  const { t } = useTranslation();
  const covered = startingWith(trigger, triggers).filter(({ id }) => coversTrigger(accessKey, id));
  return (
    <Dialog
      buttonsOnly
      footer={<Button onClick={onClose}>{t('access.handed.finish')}</Button>}
      onClose={onClose}
      open={open}
      startsAtTop
      steady
      title={t('access.handed.title', { name: accessKey.name })}
      wide
    >
      <div className="grid gap-5">
        <Notice title={t('access.handed.once')} tone="warning" />
        {accessKey.page ? (
          <GuestPage of={accessKey} triggers={covered} workspaceId={workspaceId} />
        ) : (
          <KeyAddress of={accessKey} triggers={covered} workspaceId={workspaceId} />
        )}
      </div>
    </Dialog>
  );
}
