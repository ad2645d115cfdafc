import { CircleCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { usePresence } from '#web/ui/use-presence.ts';

import { ActionRow } from '../action-row.tsx';
import type { TriggersPageState } from '../use-triggers-page.ts';

const MachinesDialog = lazy(async () => {
  const [{ MachinesDialog: Dialog }] = await Promise.all([
    import('./machines-dialog.tsx'),
    loadPageTexts(['snippets']),
  ]);
  return { default: Dialog };
});

/** Explains how Home Assistant and uptime tools can read whether everything works. */
export function MachinesRow({ page }: { page: Pick<TriggersPageState, 'current' | 'onCopyRefused'> }) {
  const { t } = useTranslation();
  const [shown, show] = useState<'shown'>();
  const dialog = usePresence(shown);
  return (
    <ActionRow
      action={t('machines.show')}
      heading={t('machines.heading')}
      icon={CircleCheck}
      onAction={() => show('shown')}
      text={t('machines.text')}
    >
      {dialog && (
        <Suspense>
          <MachinesDialog key={dialog.turn} onClose={() => show(undefined)} open={dialog.open} page={page} />
        </Suspense>
      )}
    </ActionRow>
  );
}
