import { Plus } from 'lucide-react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Tooltip } from '#web/ui/buttons/tooltip.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

type CreateButtonProps = {
  /** Whether an account is linked and the list is there; undefined while that is not known. */
  ready: boolean | undefined;
  /** What keeps it from being so. */
  why: string | undefined;
  onCreate: () => void;
};

/** Creates a trigger; while it cannot, it stays in reach of the keyboard and says why, to a finger when it is pressed. */
export function CreateButton({ ready, why, onCreate }: CreateButtonProps) {
  const { t } = useTranslation();
  const button = (
    <Button
      aria-disabled={!ready || undefined}
      icon={<Plus aria-hidden size={16} />}
      onClick={onCreate}
      onRefused={() => why && showToast({ title: why, variant: 'destructive' })}
    >
      {t('triggers.create')}
    </Button>
  );
  if (!why) return button;
  return (
    <Tooltip describes text={why}>
      {button}
    </Tooltip>
  );
}
