import { useMutation, useQueryClient } from '@tanstack/react-query';

import { accountContract } from '#shared/contracts/account.ts';
import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { formatFullDate } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { keepDeletion, useDeletion } from './use-deletion.ts';

/** Shows when the account will be deleted, with a button to keep it. */
export function DeletionNotice() {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const planned = useDeletion();
  const keep = useMutation({
    ...mutationFor(accountContract.revokeDeletion, { allow: 'all' }),
    onSuccess: (left) => {
      keepDeletion(queries, left);
      if (left) return;
      document.querySelector('h1')?.focus();
      showToast({ title: t('account.deletion.kept') });
    },
    onError: (error) => {
      if (isSessionOver(error)) return;
      showToast({ title: t('account.deletion.notKept'), description: errorText(t, error), variant: 'destructive' });
    },
  });
  if (!planned) return null;
  const date = formatFullDate(planned.dueAt, asLanguage(i18n.language));
  return (
    <div className="mb-6">
      <Notice
        actions={
          !planned.begun && (
            <Button busy={keep.isPending} onClick={() => keep.mutate({})} size="small">
              {t('account.deletion.keep')}
            </Button>
          )
        }
        live
        title={planned.begun ? t('account.deletion.begun') : t('account.deletion.planned', { date })}
        tone="warning"
      >
        {t(planned.begun ? 'account.deletion.begunText' : 'account.deletion.plannedText')}
      </Notice>
    </div>
  );
}
