import { useState } from 'react';

import { errorText } from '#web/api/error-text.ts';
import { isSessionOver } from '#web/api/is-session-over.ts';
import { useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { useCurrentWorkspace, useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { isMissing, NotLoaded } from '#web/features/not-loaded.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ListSkeleton } from '#web/ui/states/list-skeleton.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { CreateButton } from './create-button.tsx';
import type { Overlay } from './overlay.ts';
import { SkillOffNotice } from './skill-off-notice.tsx';
import { TriggersContent } from './triggers-content.tsx';
import { useTriggers } from './use-triggers.ts';

/** `/triggers`: the triggers of the workspace and everything that can be done with them. */
export function TriggersPage() {
  const { t } = useTranslation();
  const current = useCurrentWorkspace();
  const workspace = current.data;
  const account = useAmazonAuth();
  const amazon = account.data;
  const triggers = useTriggers(useCurrentWorkspaceId());
  const [refreshing, setRefreshing] = useState(false);
  const [overlay, show] = useState<Overlay>();
  const linked = amazon && amazon.skill !== 'notLinked';
  const skillOff = linked && amazon.skill !== 'active';
  // Polling fails in silence, so asking by hand says by itself what came of it.
  const refreshByHand = async () => {
    setRefreshing(true);
    const { error } = await triggers.refetch();
    setRefreshing(false);
    if (error && !isSessionOver(error))
      showToast({ title: t('errors.title'), description: errorText(t, error), variant: 'destructive' });
  };
  const create = (
    <CreateButton
      onCreate={() => show({ kind: 'create' })}
      ready={linked && workspace !== undefined && triggers.data !== undefined}
      why={whyNot()}
    />
  );

  return (
    <>
      <PageHeader actions={create} title={t('triggers.title')}>
        {t('triggers.lead')}
      </PageHeader>
      {/* What stands above a list, and what to do about an empty one, depends on the account: both come together. */}
      {workspace && triggers.data && account.isFetched ? (
        <>
          <NotLoaded of={[account]} title={t('triggers.accountNotLoaded')} />
          {triggers.data.length > 0 && skillOff && <SkillOffNotice amazon={amazon} />}
          <TriggersContent
            create={create}
            linked={linked}
            onRefresh={() => void refreshByHand()}
            overlay={overlay}
            refreshing={refreshing}
            show={show}
            skillActive={amazon?.skill === 'active'}
            triggers={triggers.data}
            workspace={workspace}
          />
        </>
      ) : (
        <NotLoaded along={[account]} of={[current, triggers]} title={t('triggers.loadError')}>
          <ListSkeleton />
        </NotLoaded>
      )}
    </>
  );

  /** What keeps a trigger from being created; undefined while nothing does, or while that is not known. */
  function whyNot(): string | undefined {
    if (linked === false) return t('triggers.createNeedsAccount');
    if (isMissing(account)) return t('triggers.accountNotLoaded');
    return [current, triggers].some(isMissing) ? t('triggers.loadError') : undefined;
  }
}
