import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';

import { triggersContract } from '#shared/contracts/triggers.ts';
import { queryFor } from '#web/api/query-for.ts';
import { useHasWhatsapp } from '#web/api/use-config.ts';
import { useGroups } from '#web/api/use-groups.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';

type NextStepLinkProps = { workspaceId: number | undefined; onLeave: () => void };

const pages = { create: '/triggers?create', run: '/triggers', whatsapp: '/whatsapp' } as const;

/** Leads from the active skill to the first of the steps that are left. Renders nothing after the last one. */
export function NextStepLink({ workspaceId, onLeave }: NextStepLinkProps) {
  const { t } = useTranslation();
  const hasWhatsapp = useHasWhatsapp();
  const list = queryFor(triggersContract.listTriggers, { workspaceId });
  const { data: triggers } = useQuery({ ...list, meta: { quiet: true } });
  const hasRun = triggers?.some(({ lastExecuted }) => lastExecuted !== null);
  const { data: groups } = useGroups(hasRun ? workspaceId : undefined);
  if (!triggers) return null;
  const last = hasWhatsapp && groups?.length === 0 ? 'whatsapp' : undefined;
  const step = triggers.length === 0 ? 'create' : hasRun ? last : 'run';
  if (!step) return null;
  return (
    <Link className={buttonClass()} href={pages[step]} onClick={onLeave}>
      {t(`skill.next.${step}`)}
    </Link>
  );
}
