import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';

import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { downloadMyData } from './download-my-data.ts';
import { useDeletion } from './use-deletion.ts';

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

export function MyDataSection() {
  const { t } = useTranslation();
  const deletion = useDeletion();
  const [asked, setAsked] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const download = useMutation({
    mutationFn: downloadMyData,
    meta: { quiet: true },
    onError: (error) => {
      if (isSessionOver(error)) return;
      showToast({ title: t('account.data.notDownloaded'), description: errorText(t, error), variant: 'destructive' });
    },
  });
  return (
    <Card title={t('account.data.heading')}>
      <div className="grid gap-5">
        <Offer text={t('account.data.downloadText')}>
          <Button
            busy={download.isPending}
            icon={<Download aria-hidden size={16} />}
            onClick={() => download.mutate()}
            size="small"
            variant="secondary"
          >
            {t('account.data.download')}
          </Button>
        </Offer>
        {deletion === null && (
          <Offer text={t('account.data.deleteText')}>
            <Button
              icon={<Trash2 aria-hidden size={16} />}
              onClick={() => {
                setAsked(true);
                setDeleting(true);
              }}
              size="small"
              variant="secondary"
            >
              {t('account.data.delete')}
            </Button>
          </Offer>
        )}
      </div>
      <Suspense>{asked && <DeleteDialog onClose={() => setDeleting(false)} open={deleting} />}</Suspense>
    </Card>
  );
}

function Offer({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p className="min-w-0 grow basis-64 text-muted">{text}</p>
      {children}
    </div>
  );
}
