import { lazy, Suspense } from 'react';

import { errorText } from '../../api/error-text.ts';
import { useCurrentWorkspace } from '../../api/use-session.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { cardClass } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { type Gate, useGate } from './use-gate.ts';
import { useInstance } from './use-instance.ts';
import { WhatsAppContent } from './whatsapp-content.tsx';

// Most visits meet neither a gate nor the word of a trial.
const NoAccount = lazy(async () => ({ default: (await import('./gate.tsx')).NoAccount }));
const NoPlan = lazy(async () => ({ default: (await import('./gate.tsx')).NoPlan }));
const TrialBanners = lazy(async () => ({ default: (await import('../../app/trial/trial-banners.tsx')).TrialBanners }));

/** `/whatsapp`: the number of the workspace and the groups that may give commands. */
export function WhatsAppPage() {
  const { t } = useTranslation();
  const gate = useGate();
  return (
    <>
      <PageHeader title={t('whatsapp.title')}>{t('whatsapp.lead')}</PageHeader>
      <div className="grid gap-4 lg:gap-6">
        <Suspense fallback={<Loading />}>
          {gate.kind === 'open' && gate.trial && <TrialBanners />}
          <Behind gate={gate} />
        </Suspense>
      </div>
    </>
  );
}

function Behind({ gate }: { gate: Gate }) {
  if (gate.kind === 'noAccount') return <NoAccount />;
  if (gate.kind === 'noPlan') return <NoPlan {...gate} />;
  if (gate.kind === 'failed') return <LoadFailed {...gate} />;
  return gate.kind === 'open' ? <Opened /> : <Loading />;
}

function Opened() {
  const workspaceId = useCurrentWorkspace().data?.id;
  const { data, error, isFetching, refetch } = useInstance(workspaceId);
  if (workspaceId !== undefined && data)
    return <WhatsAppContent key={workspaceId} number={data} workspaceId={workspaceId} />;
  return error ? <LoadFailed busy={isFetching} error={error} retry={() => void refetch()} /> : <Loading />;
}

function Loading() {
  const { t } = useTranslation();
  return (
    <section className={`${cardClass()} grid min-h-48 place-items-center text-muted`}>
      <output className="flex items-center gap-3">
        <Spinner size={20} />
        {t('common.loading')}
      </output>
    </section>
  );
}

type LoadFailedProps = { error: unknown; busy: boolean; retry: () => void };

function LoadFailed({ error, busy, retry }: LoadFailedProps) {
  const { t } = useTranslation();
  return (
    <Notice
      actions={
        <Button busy={busy} look="secondary" onClick={retry} size="small">
          {t('common.retry')}
        </Button>
      }
      live
      title={t('whatsapp.loadError')}
      tone="danger"
    >
      {errorText(t, error)}
    </Notice>
  );
}
