import { useQuery } from '@tanstack/react-query';

import { triggersContract } from '#shared/contracts/triggers.ts';

import { queryFor } from '../../api/query-for.ts';
import { useAmazonAuth } from '../../api/use-amazon-auth.ts';
import { useGroups } from '../../api/use-groups.ts';
import { useCurrentWorkspace } from '../../api/use-session.ts';
import { TrialBanners } from '../../app/trial/trial-banners.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ActivityCard } from './activity-card.tsx';
import { CountCards } from './count-cards.tsx';
import { NextStep } from './next-step.tsx';
import { SkillStatus } from './skill-status.tsx';

/** `/dashboard`: how long the trial runs, what to do next, whether Alexa listens, how many there are of each, and what ran lately. */
export function DashboardPage() {
  const { t } = useTranslation();
  const workspaceId = useCurrentWorkspace().data?.id;
  const amazon = useAmazonAuth();
  const triggers = useQuery(queryFor(triggersContract.listTriggers, { workspaceId }));
  const groups = useGroups(workspaceId);
  return (
    <>
      <PageHeader title={t('dashboard.title')}>{t('dashboard.lead')}</PageHeader>
      <div className="grid gap-4 lg:gap-6">
        <TrialBanners />
        <NextStep amazon={amazon.data} triggers={triggers.data} />
        <SkillStatus amazon={amazon.data} failed={amazon.isError} />
        <CountCards amazon={amazon} groups={groups} triggers={triggers} />
        <ActivityCard workspaceId={workspaceId} />
      </div>
    </>
  );
}
