import { lazy, Suspense, useState } from 'react';

import type { Subscription } from '#shared/contracts/billing.ts';
import { useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { useGroups } from '#web/api/use-groups.ts';
import { useCurrentWorkspace, useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { useTriggers } from '#web/api/use-triggers.ts';
import { useSubscription } from '#web/features/billing/use-subscription.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { SecondTrial } from '#web/features/second-trial/second-trial.tsx';
import { TrialBanners } from '#web/features/trial/trial-banners.tsx';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

import { ActivityCard } from './activity-card.tsx';
import { CountCards } from './count-cards.tsx';
import { hasRun } from './first-steps.ts';
import { useFirstSteps } from './use-first-steps.ts';

const loadRunTiles = async () => {
  const [tiles] = await Promise.all([
    import('#web/features/run-tiles/run-tiles.tsx'),
    loadPageTexts(['tiles', 'triggers']),
  ]);
  return { default: tiles.RunTiles };
};
const RunTiles = lazy(loadRunTiles);

/** Decides when the cards are shown, so it arrives after the tiles. */
const loadStatusPart = async () => {
  const [part] = await Promise.all([
    import('./status-part.tsx'),
    loadPageTexts(['findings', 'skill']),
    loadRunTiles().catch(() => {}),
  ]);
  return { default: part.StatusPart };
};
const StatusPart = lazy(loadStatusPart);

/** Loads what the page shows as soon as its data has arrived. A part that fails is requested again when it is shown. */
export const loadParts = () => Promise.allSettled([loadStatusPart()]);

export function DashboardPage() {
  const { t } = useTranslation();
  const current = useCurrentWorkspace();
  const workspaceId = useCurrentWorkspaceId();
  const subscription = useSubscription(workspaceId, { quiet: true }).data;
  const amazon = useAmazonAuth();
  const triggers = useTriggers(workspaceId, {
    // The first run may come from outside the app, and the first steps wait for it.
    refetchOnMount: ({ state }) => (state.data && !hasRun(state.data) ? 'always' : true),
  });
  const groups = useGroups(workspaceId);
  const [readyFor, setReadyFor] = useState<number>();
  const first = useFirstSteps({ amazon, triggers, groups });
  const [tilesShown, setTilesShown] = useState(false);
  // Favorites come with the workspace: tiles that are shown earlier would move.
  const tiles = current.data && triggers.data && <RunTiles onShown={setTilesShown} triggers={triggers.data} withLink />;
  const isReady = first !== 'unknown' && readyFor === workspaceId && (!tiles || tilesShown);
  // Tiles that a retry loads must not remove the cards.
  const waits = !useReadyOnce(workspaceId, isReady);
  // Above the other cards and soon known, so it need not wait for them.
  const banner = (!waits || (tiles && tilesShown)) && subscription && <Banner subscription={subscription} />;
  return (
    <>
      <PageHeader title={t('dashboard.title')}>{t('dashboard.lead')}</PageHeader>
      <NotLoaded along={[amazon, triggers, groups]} of={[current]} title={t('workspace.notLoaded')}>
        <div className="grid gap-4 lg:gap-6">
          <Suspense fallback={waits && <CardsSkeleton />}>
            {tiles}
            {banner}
            {/* Replaced when something appears above, because a skeleton that moves is a layout shift. */}
            {waits && <CardsSkeleton key={banner ? 'banner' : tiles ? 'tiles' : 'none'} />}
          </Suspense>
          {/* Mounted but hidden, so that the cards send their requests together with the others. */}
          <div className="grid gap-4 lg:gap-6" hidden={waits}>
            <NotLoaded of={[amazon, triggers, groups]} title={t('dashboard.loadError')} />
            <Suspense>
              <StatusPart amazon={amazon} first={first} onReady={setReadyFor} triggers={triggers.data} />
            </Suspense>
            <CountCards amazon={amazon} groups={groups} triggers={triggers} />
            <ActivityCard workspaceId={workspaceId} />
          </div>
        </div>
      </NotLoaded>
    </>
  );
}

/** Returns whether `isReady` was true at any time in this workspace. */
function useReadyOnce(workspaceId: number | undefined, isReady: boolean): boolean {
  const [readyFor, setReadyFor] = useState<number>();
  if (isReady && readyFor !== workspaceId) setReadyFor(workspaceId);
  return readyFor !== undefined && readyFor === workspaceId;
}

function Banner({ subscription }: { subscription: Subscription }) {
  return subscription.secondTrial ? <SecondTrial subscription={subscription} withLink /> : <TrialBanners />;
}

/** As high as the cards of a workspace that has completed the first steps. */
function CardsSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <output className="sr-only">{t('common.loading')}</output>
      <div aria-hidden className="grid gap-4 lg:gap-6">
        <Skeleton className="h-26 rounded-lg" />
        <Skeleton className="h-25 rounded-lg sm:h-24" />
        <div className="grid gap-4 sm:grid-cols-3 lg:gap-6">
          <Skeleton className="h-31 rounded-lg" />
          <Skeleton className="h-31 rounded-lg" />
          <Skeleton className="h-31 rounded-lg" />
        </div>
        <Skeleton className="h-74 rounded-lg" />
      </div>
    </>
  );
}
