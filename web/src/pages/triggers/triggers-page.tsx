import { useState } from 'react';

import { errorText } from '../../api/error-text.ts';
import { isSessionOver } from '../../api/is-session-over.ts';
import { useAmazonAuth } from '../../api/use-amazon-auth.ts';
import { useCurrentWorkspace } from '../../api/use-session.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { ListSkeleton } from '../../ui/list-skeleton.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { CreateButton } from './create-button.tsx';
import type { Overlay } from './overlay.ts';
import { SkillOffNotice } from './skill-off-notice.tsx';
import { TriggersContent } from './triggers-content.tsx';
import { useTriggers } from './use-triggers.ts';

/** `/triggers`: the triggers of the workspace and everything that can be done with them. */
export function TriggersPage() {
  const { t } = useTranslation();
  const workspace = useCurrentWorkspace().data;
  const { data: amazon, isPending: amazonPending } = useAmazonAuth();
  const triggers = useTriggers(workspace?.id);
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
  const create = () => show({ kind: 'create' });

  return (
    <>
      <PageHeader actions={<CreateButton linked={linked} onCreate={create} />} title={t('triggers.title')}>
        {t('triggers.lead')}
      </PageHeader>
      {/* What stands above a list, and what to do about an empty one, depends on the account: both come together. */}
      {workspace && triggers.data && !amazonPending ? (
        <>
          {triggers.data.length > 0 && skillOff && <SkillOffNotice amazon={amazon} />}
          <TriggersContent
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
      ) : triggers.isError ? (
        <Notice
          actions={
            <Button look="secondary" onClick={() => void triggers.refetch()} size="small">
              {t('common.retry')}
            </Button>
          }
          title={t('triggers.loadError')}
          tone="danger"
        />
      ) : (
        <ListSkeleton />
      )}
    </>
  );
}
