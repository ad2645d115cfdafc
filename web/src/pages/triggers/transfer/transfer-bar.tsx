import { Download, Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { loadRefusals } from '#web/api/error-text.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { usePresence } from '#web/ui/use-presence.ts';

import { fileOf } from './trigger-file.ts';

const ImportDialog = lazy(async () => {
  const [{ ImportDialog: Dialog }] = await Promise.all([import('./import-dialog.tsx'), loadRefusals()]);
  return { default: Dialog };
});

type Props = { workspaceId: number; triggers: readonly Trigger[]; mayImport: boolean };

export function TransferBar({ workspaceId, triggers, mayImport }: Props) {
  const { t } = useTranslation();
  const [importing, setImporting] = useState<'import'>();
  const dialog = usePresence(importing);
  return (
    <div className="mt-4 flex flex-wrap justify-end gap-2">
      {mayImport && (
        <Button
          icon={<Upload aria-hidden size={16} />}
          onClick={() => setImporting('import')}
          size="small"
          variant="ghost"
        >
          {t('transfer.importButton')}
        </Button>
      )}
      {triggers.length > 0 && (
        <Button
          icon={<Download aria-hidden size={16} />}
          onClick={() => saveFile(fileOf(triggers), 'recado-triggers.json')}
          size="small"
          variant="ghost"
        >
          {t('transfer.exportButton')}
        </Button>
      )}
      <Suspense>
        {dialog && (
          <ImportDialog
            key={dialog.turn}
            onClose={() => setImporting(undefined)}
            open={dialog.open}
            triggers={triggers}
            workspaceId={workspaceId}
          />
        )}
      </Suspense>
    </div>
  );
}
