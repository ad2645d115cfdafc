import { Plus } from 'lucide-react';

import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';

type CreateButtonProps = {
  /** Whether an Amazon account is linked; undefined while that is not known. */
  linked: boolean | undefined;
  onCreate: () => void;
};

/** Creates a trigger; without a linked Amazon account it stays in reach of the keyboard and says what is missing. */
export function CreateButton({ linked, onCreate }: CreateButtonProps) {
  const { t } = useTranslation();
  const button = (
    <Button aria-disabled={!linked || undefined} icon={<Plus aria-hidden size={16} />} onClick={onCreate}>
      {t('triggers.create')}
    </Button>
  );
  if (linked !== false) return button;
  return (
    <Tooltip describes text={t('triggers.createNeedsAccount')}>
      {button}
    </Tooltip>
  );
}
