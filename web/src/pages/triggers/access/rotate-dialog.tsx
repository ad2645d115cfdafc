import { useState } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

import { KindChoice } from '../schedule/kind-choice.tsx';
import type { Rotation } from './use-key-changes.ts';

type RotateDialogProps = {
  open: boolean;
  onClose: () => void;
  name: string;
  pending: boolean;
  onConfirm: (how: Rotation) => void;
};

export function RotateDialog({ open, onClose, name, pending, onConfirm }: RotateDialogProps) {
  const { t } = useTranslation();
  const [how, choose] = useState<Rotation>('in24Hours');
  return (
    <ConfirmDialog
      confirmLabel={t('access.rotate.confirm')}
      danger={how === 'now'}
      description={t('access.rotate.text')}
      onClose={onClose}
      onConfirm={() => onConfirm(how)}
      open={open}
      pending={pending}
      title={t('access.rotate.title', { name })}
    >
      <p aria-hidden className="mb-1.5 text-sm font-medium">
        {t('access.rotate.when')}
      </p>
      <KindChoice
        name={t('access.rotate.when')}
        onChange={choose}
        options={[
          { value: 'in24Hours', label: t('access.rotate.in24Hours') },
          { value: 'now', label: t('access.rotate.now') },
        ]}
        value={how}
      />
    </ConfirmDialog>
  );
}
