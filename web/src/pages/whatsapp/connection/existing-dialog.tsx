import { Share2 } from 'lucide-react';
import { useState } from 'react';

import type { AvailableInstance } from '#shared/contracts/whatsapp.ts';
import { errorText } from '#web/api/error-text.ts';
import type { Translate } from '#web/i18n/translate.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Field, inputClass } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';

import { useAvailable, useSharing } from './use-sharing.ts';

type ExistingDialogProps = {
  open: boolean;
  onClose: () => void;
  onShared: () => void;
  /** Offered when no other workspace has a connection to share. */
  onConnect: () => void;
  workspaceId: number;
};

export function ExistingDialog({ open, onClose, onShared, onConnect, workspaceId }: ExistingDialogProps) {
  const { t } = useTranslation();
  const available = useAvailable(workspaceId);
  const sharing = useSharing(workspaceId, () => {
    onClose();
    onShared();
  });
  const [chosen, choose] = useState('');
  const choices = available.data ?? [];
  const choice = choices.find(({ id }) => String(id) === chosen);
  return (
    <Dialog
      description={t('numberDialogs.existing.text')}
      footer={
        <>
          <Button aria-disabled={sharing.busy || undefined} variant="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          {available.data?.length === 0 ? (
            <Button
              onClick={() => {
                onClose();
                onConnect();
              }}
            >
              {t('whatsapp.connection.connect')}
            </Button>
          ) : (
            <Button
              aria-disabled={!choice || undefined}
              busy={sharing.busy}
              onClick={() => choice && sharing.share(choice.id)}
            >
              {t('numberDialogs.existing.use')}
            </Button>
          )}
        </>
      }
      locked={sharing.busy}
      onClose={onClose}
      open={open}
      title={t('numberDialogs.existing.title')}
    >
      {choices.length > 0 ? (
        <Field error={sharing.error} label={t('numberDialogs.existing.label')}>
          {(field) => (
            <select
              {...field}
              className={inputClass}
              onChange={(event) => choose(event.target.value)}
              value={choice ? chosen : ''}
            >
              <option disabled value="">
                {t('numberDialogs.existing.choose')}
              </option>
              {choices.map((each) => (
                <option key={each.id} value={each.id}>
                  {labelOf(t, each)}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : (
        <NothingToChoose available={available} />
      )}
    </Dialog>
  );
}

function NothingToChoose({ available }: { available: ReturnType<typeof useAvailable> }) {
  const { t } = useTranslation();
  if (available.isPending)
    return (
      <output className="flex items-center justify-center gap-3 py-8 text-muted">
        <Spinner size={20} />
        {t('numberDialogs.existing.loading')}
      </output>
    );
  if (!available.data)
    return (
      <Notice
        actions={
          <Button busy={available.isFetching} variant="secondary" onClick={() => void available.refetch()} size="small">
            {t('common.retry')}
          </Button>
        }
        live
        title={t('numberDialogs.existing.loadError')}
        tone="danger"
      >
        {errorText(t, available.error)}
      </Notice>
    );
  return (
    <EmptyState icon={<Share2 size={20} />} title={t('numberDialogs.existing.emptyTitle')}>
      {t('numberDialogs.existing.emptyText')}
    </EmptyState>
  );
}

const labelOf = (t: Translate, { contactName, workspaceName, workspaceId }: AvailableInstance): string =>
  t('numberDialogs.existing.option', {
    contact: contactName || t('numberDialogs.existing.contact'),
    workspace: workspaceName || t('numberDialogs.existing.workspace', { id: workspaceId }),
  });
