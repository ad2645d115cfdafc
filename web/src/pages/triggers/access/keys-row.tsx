import { KeyRound } from 'lucide-react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { ActionRow } from '../action-row.tsx';
import { useAccessKeys } from './use-key-changes.ts';

/** Leads to the access keys of a workspace without triggers, whose menus would lead there. */
export function KeysRow({ workspaceId, onShow }: { workspaceId: number; onShow: () => void }) {
  const { t } = useTranslation();
  const { data } = useAccessKeys(workspaceId);
  if (!data || data.accessKeys.length === 0) return null;
  return (
    <ActionRow
      action={t('machines.keys.show')}
      heading={t('machines.keys.heading')}
      icon={KeyRound}
      onAction={onShow}
      text={t('machines.keys.text')}
    />
  );
}
