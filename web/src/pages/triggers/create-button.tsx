import { Plus } from 'lucide-react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Tooltip } from '#web/ui/buttons/tooltip.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

type CreateButtonProps = {
  ready: boolean | undefined;
  /** The reason if it is disabled. */
  why: string | undefined;
  onCreate: () => void;
};

/** While disabled, gives the reason in a tooltip, and in a toast when tapped. */
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
