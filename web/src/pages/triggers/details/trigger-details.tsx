import { ArrowLeft, Play } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, Redirect } from 'wouter';

import { usePageTitle } from '#web/features/frame/use-page-title.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { useIsSwitching } from '#web/features/workspaces/use-named-workspace.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ListSkeleton } from '#web/ui/states/list-skeleton.tsx';

import { PageOverlays } from '../page-overlays.tsx';
import { WithPlans } from '../schedule/with-plans.tsx';
import { TriggerMenu } from '../trigger-menu.tsx';
import { useTriggersPage } from '../use-triggers-page.ts';
import { ConfirmationCard } from './confirmation-card.tsx';
import { LastRuns } from './last-runs.tsx';
import { TriggerState } from './trigger-state.tsx';
import { WebhookCard } from './webhook-card.tsx';

/** Everything about one trigger. */
export function TriggerDetails({ id }: { id: string }) {
  const { t } = useTranslation();
  const page = useTriggersPage();
  const { current, account, list, changes } = page;
  const trigger = list.data?.find((each) => each.id === id);
  const isSwitching = useIsSwitching();
  const [shown, setShown] = useState<string>();
  if (trigger && shown !== trigger.id) setShown(trigger.id);
  usePageTitle(trigger?.name ?? t('triggers.title'));

  // Deleted here, or in a workspace that is no longer the current one.
  if (list.data && !trigger && shown === id) return <Redirect replace to="/triggers" />;
  return (
    <>
      <Link className={`-mt-2 -ml-3 mb-2 forced-colors:ml-0 ${buttonClass('ghost', 'small')}`} href="/triggers">
        <ArrowLeft aria-hidden size={16} />
        {t('triggers.title')}
      </Link>
      <PageHeader
        actions={
          trigger && (
            <>
              <Button
                busy={changes.progressOf(trigger) === 'running'}
                icon={<Play aria-hidden className="fill-current" size={16} />}
                onClick={() => changes.run(trigger)}
              >
                {t('tiles.verb')}
              </Button>
              <TriggerMenu inDetails page={page} trigger={trigger} />
            </>
          )
        }
        title={trigger?.name ?? t('triggers.title')}
      >
        {trigger?.description}
      </PageHeader>
      {!list.data || !current.data || !account.isFetched ? (
        <NotLoaded along={[account]} of={[current, list]} title={t('triggers.loadError')}>
          <ListSkeleton />
        </NotLoaded>
      ) : trigger ? (
        <Suspense fallback={<ListSkeleton />}>
          <div className="grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
            <WithPlans workspaceId={page.workspaceId}>
              {(nextLine) => <TriggerState nextLine={nextLine} page={page} trigger={trigger} />}
            </WithPlans>
            <LastRuns page={page} trigger={trigger} workspaceId={current.data.id} />
            <WebhookCard page={page} trigger={trigger} />
            <ConfirmationCard page={page} trigger={trigger} />
          </div>
        </Suspense>
      ) : isSwitching ? (
        <ListSkeleton />
      ) : (
        <Notice title={t('runHistory.notFound')} tone="danger" />
      )}
      {list.data && current.data && <PageOverlays page={page} triggers={list.data} workspaceId={current.data.id} />}
    </>
  );
}
