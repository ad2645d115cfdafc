import type { QueryClient } from '@tanstack/react-query';

import { plansContract } from '#shared/contracts/plans.ts';
import { queryFor } from '#web/api/query-for.ts';
import { loadPageTexts } from '#web/i18n/load-texts.ts';
import { languageNow, t } from '#web/i18n/texts-here.ts';

import { possibleWords } from './possible-words.ts';
import { zoneOf } from './time-zones.ts';

/** "Possible in 3 minutes.", for a run that the conditions refused. */
export async function possibleText(queries: QueryClient, workspaceId: number, nextAt: string): Promise<string> {
  await loadPageTexts(['access', 'schedule']);
  const plans = queries.getQueryData(queryFor(plansContract.listPlans, { workspaceId }).queryKey);
  const zone = zoneOf(plans?.timeZone);
  const when = possibleWords(t, Date.parse(nextAt), { zone, language: languageNow(), now: Date.now() });
  return t('access.possible', { when });
}
