import { lazy, type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'wouter';

import { loadRefusals } from '#web/api/error-text.ts';
import { triggerIdAt } from '#web/features/frame/trigger-address.ts';
import { isMissing, NotLoaded } from '#web/features/not-loaded.tsx';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ListSkeleton } from '#web/ui/states/list-skeleton.tsx';

import { CreateButton } from './create-button.tsx';
import type { NextLine } from './schedule/with-plans.tsx';
import { TriggersContent } from './triggers-content.tsx';
import { useAddressParameter } from './use-address-parameter.ts';
import { useTriggersPage } from './use-triggers-page.ts';

const SkillOffNotice = lazy(async () => {
  const [{ SkillOffNotice: Off }] = await Promise.all([import('./skill-off-notice.tsx'), loadPageTexts(['skill'])]);
  return { default: Off };
});

const WithPlans = lazy(async () => {
  const [{ WithPlans: With }] = await Promise.all([import('./schedule/with-plans.tsx'), loadPageTexts(['schedule'])]);
  return { default: With };
});

const TriggerDetails = lazy(async () => {
  const [{ TriggerDetails: Details }] = await Promise.all([
    import('./details/trigger-details.tsx'),
    loadPageTexts(['access', 'created', 'receipts', 'run-history', 'schedule', 'skill', 'tiles', 'trigger-details']),
    loadRefusals(),
  ]);
  return { default: Details };
});

/** The list, or one trigger if the address names it. */
export function TriggersPage() {
  const id = triggerIdAt(useLocation()[0]);
  return id === undefined ? <TriggerListPage /> : <TriggerDetails id={id} />;
}

function TriggerListPage() {
  const { t } = useTranslation();
  const page = useTriggersPage();
  const { current, account, list, linked } = page;
  const amazon = account.data;
  const showCreate = () => page.show({ kind: 'create' });
  const mayCreate = linked === true && current.data !== undefined && list.data !== undefined;
  // Without a linked account, the request ends, because linking one may take a while.
  useAddressParameter(
    ['create'],
    () => mayCreate || linked === false,
    () => mayCreate && showCreate(),
  );
  const create = <CreateButton onCreate={showCreate} ready={mayCreate} why={whyNot()} />;

  return (
    <>
      <PageHeader
        actions={
          <>
            <Link className={buttonClass('secondary')} href="/activity">
              {t('shell.titles.activity')}
            </Link>
            {create}
          </>
        }
        title={t('triggers.title')}
      >
        {t('triggers.lead')}
      </PageHeader>
      <Suspense fallback={<ListSkeleton />}>
        <WithPlans workspaceId={page.workspaceId}>{listWith}</WithPlans>
      </Suspense>
    </>
  );

  /**
   * The notice, the advice and the lines of the rows depend on the account and the planned runs, so the list waits for
   * both.
   */
  function listWith(nextLine: NextLine, isRead: boolean): ReactNode {
    if (!current.data || !list.data || !account.isFetched || !isRead)
      return (
        <NotLoaded along={[account]} of={[current, list]} title={t('triggers.loadError')}>
          <ListSkeleton />
        </NotLoaded>
      );
    return (
      <Suspense fallback={<ListSkeleton />}>
        <NotLoaded of={[account]} title={t('triggers.accountNotLoaded')} />
        {list.data.length > 0 && amazon && linked && !page.skillActive && <SkillOffNotice amazon={amazon} />}
        <TriggersContent
          create={create}
          nextLine={nextLine}
          page={page}
          triggers={list.data}
          workspaceId={current.data.id}
        />
      </Suspense>
    );
  }

  function whyNot(): string | undefined {
    if (linked === false) return t('triggers.createNeedsAccount');
    if (isMissing(account)) return t('triggers.accountNotLoaded');
    return [current, list].some(isMissing) ? t('triggers.loadError') : undefined;
  }
}
