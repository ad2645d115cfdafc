import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';

import { triggersContract } from '#shared/contracts/triggers.ts';
import { hasNoGroups } from '#web/api/has-no-groups.ts';
import { queryFor } from '#web/api/query-for.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';

type NextStepLinkProps = { workspaceId: number | undefined; onLeave: () => void };

/** Leads from the active skill to the first of the steps that are left. Renders nothing after the last one. */
export function NextStepLink({ workspaceId, onLeave }: NextStepLinkProps) {
  const { t } = useTranslation();
  const list = queryFor(triggersContract.listTriggers, { workspaceId });
  const { data: triggers } = useQuery({ ...list, meta: { quiet: true } });
  const queries = useQueryClient();
  if (!triggers || workspaceId === undefined) return null;
  const hasRun = triggers.some(({ lastExecuted }) => lastExecuted !== null);
  const last = hasNoGroups(queries, workspaceId) ? 'whatsapp' : undefined;
  const step = triggers.length === 0 ? 'create' : hasRun ? last : 'run';
  if (!step) return null;
  return (
    <Link className={buttonClass()} href={step === 'whatsapp' ? '/whatsapp' : '/triggers'} onClick={onLeave}>
      {t(`skill.next.${step}`)}
    </Link>
  );
}
