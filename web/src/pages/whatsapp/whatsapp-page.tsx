import { lazy, Suspense } from 'react';

import { errorText } from '#web/api/error-text.ts';
import { useGroups } from '#web/api/use-groups.ts';
import { useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { cardClass } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';

import { type Gate, useGate } from './use-gate.ts';
import { useInstance } from './use-instance.ts';
import { usePasskeyNotice } from './use-passkey-notice.ts';
import { WhatsAppContent } from './whatsapp-content.tsx';

// Lazy, because most visits need none of them.
const NoAccount = lazy(async () => ({ default: (await import('./gate.tsx')).NoAccount }));
const NotOffered = lazy(async () => ({ default: (await import('./gate.tsx')).NotOffered }));
const NoPlan = lazy(async () => ({ default: (await import('./gate.tsx')).NoPlan }));
const TrialBanners = lazy(async () => ({
  default: (await import('#web/features/trial/trial-banners.tsx')).TrialBanners,
}));

export function WhatsAppPage() {
  const { t } = useTranslation();
  const gate = useGate();
  const workspaceId = useCurrentWorkspaceId();
  // Loaded in parallel with the gate, which usually allows the page.
  const number = useInstance(workspaceId);
  const PasskeyNotice = usePasskeyNotice();
  useGroups(workspaceId);
  return (
    <>
      <PageHeader title={t('whatsapp.title')}>{gate.kind !== 'notOffered' && t('whatsapp.lead')}</PageHeader>
      <div className="grid gap-4 lg:gap-6">
        <Suspense fallback={<Loading />}>
          {gate.kind === 'open' && gate.trial && <TrialBanners />}
          <Behind PasskeyNotice={PasskeyNotice} gate={gate} number={number} workspaceId={workspaceId} />
        </Suspense>
      </div>
    </>
  );
}

type BehindProps = {
  gate: Gate;
  number: ReturnType<typeof useInstance>;
  workspaceId: number | undefined;
  PasskeyNotice: ReturnType<typeof usePasskeyNotice>;
};

function Behind({ gate, number, workspaceId, PasskeyNotice }: BehindProps) {
  if (gate.kind === 'notOffered') return <NotOffered />;
  if (gate.kind === 'noAccount') return <NoAccount />;
  if (gate.kind === 'noPlan') return <NoPlan {...gate} />;
  if (gate.kind === 'failed') return <WhatsAppNotLoaded {...gate} />;
  const { data, error, isFetching, refetch } = number;
  if (gate.kind === 'loading' || workspaceId === undefined) return <Loading />;
  // Waits for the notice above the content, so that nothing moves.
  if (data && PasskeyNotice === undefined && data.instance?.chipStatus !== 'CONNECTED') return <Loading />;
  if (data)
    return <WhatsAppContent key={workspaceId} PasskeyNotice={PasskeyNotice} number={data} workspaceId={workspaceId} />;
  return error ? <WhatsAppNotLoaded busy={isFetching} error={error} retry={() => void refetch()} /> : <Loading />;
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

type NotLoadedProps = { error: unknown; busy: boolean; retry: () => void };

function WhatsAppNotLoaded({ error, ...again }: NotLoadedProps) {
  const { t } = useTranslation();
  return <LoadFailed text={errorText(t, error)} title={t('whatsapp.loadError')} {...again} />;
}
