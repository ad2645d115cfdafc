import { lazy, Suspense, useEffect, useState } from 'react';

import type { Instance } from '#shared/contracts/whatsapp.ts';
import { holdsGroups } from '#shared/rules/chip-status.ts';
import { loadRefusals } from '#web/api/error-text.ts';
import { useGroups } from '#web/api/use-groups.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { LoadFailed } from '#web/ui/states/load-failed.tsx';
import { usePresence } from '#web/ui/use-presence.ts';

import type { GroupOverlay } from './group-overlays.tsx';
import { GroupsCard } from './groups-card.tsx';
import { endHowToRequest, useRequestedGroup } from './how-to/show-how-to.ts';
import { GroupListSkeleton, GroupRowsSkeleton, NoGroups } from './no-groups.tsx';

const GroupList = lazy(() => import('./group-list.tsx').then((module) => ({ default: module.GroupList })));
const HowToCard = lazy(async () => {
  const [module] = await Promise.all([import('./how-to/how-to-card.tsx'), loadPageTexts(['how-to'])]);
  return { default: module.HowToCard };
});
const GroupOverlays = lazy(async () => {
  const [module] = await Promise.all([import('./group-overlays.tsx'), loadPageTexts(['select-group']), loadRefusals()]);
  return { default: module.GroupOverlays };
});

type GroupsSectionProps = {
  workspaceId: number;
  instance: Instance | null;
  onConnect: () => void;
  /** The number was connected a moment ago, so that selecting a group is the next step. */
  hasConnected?: boolean;
};

export function GroupsSection({ workspaceId, instance, onConnect, hasConnected = false }: GroupsSectionProps) {
  const { t } = useTranslation();
  const { data: groups, isError, isFetching, refetch } = useGroups(workspaceId);
  const [overlay, show] = useState<GroupOverlay>();
  const dialog = usePresence(overlay);
  const connected = instance?.chipStatus === 'CONNECTED';
  const select = () => show({ kind: 'select' });
  const [chosen, choose] = useState<number>();
  const requested = useRequestedGroup(workspaceId);
  const isGone = groups !== undefined && !isFetching && !groups.some(({ id }) => id === requested);
  useEffect(() => {
    if (requested !== undefined && isGone) endHowToRequest();
  }, [requested, isGone]);
  const explained = groups?.find(({ id }) => id === (requested ?? chosen)) ?? groups?.[0];
  const onShown = () => {
    if (explained) choose(explained.id);
    endHowToRequest();
  };

  if (!groups && isError)
    return <LoadFailed busy={isFetching} retry={() => void refetch()} title={t('whatsapp.groups.loadError')} />;
  if (!groups) return holdsGroups(instance?.chipStatus ?? 'DISCONNECTED') && <GroupListSkeleton />;
  return (
    <>
      {groups.length > 0 ? (
        <GroupsCard onAdd={select}>
          <Suspense fallback={<GroupRowsSkeleton />}>
            <GroupList
              groups={groups}
              onRemove={(group) => show({ kind: 'remove', group })}
              workspaceId={workspaceId}
            />
          </Suspense>
        </GroupsCard>
      ) : (
        connected && <NoGroups isNextStep={hasConnected && chosen === undefined} onSelect={select} />
      )}
      <Suspense>
        {explained && (
          <HowToCard
            group={explained}
            groups={groups}
            isRequested={requested !== undefined}
            onChoose={choose}
            onShown={onShown}
            workspaceId={workspaceId}
          />
        )}
      </Suspense>
      <Suspense>
        {dialog && (
          <GroupOverlays
            groups={groups}
            instanceId={connected ? instance.id : undefined}
            key={dialog.turn}
            onClose={() => show(undefined)}
            onConnect={onConnect}
            onLinked={({ id }) => choose(id)}
            open={dialog.open}
            overlay={dialog.value}
            workspaceId={workspaceId}
          />
        )}
      </Suspense>
    </>
  );
}
