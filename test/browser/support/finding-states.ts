import type { Findings } from '#shared/contracts/findings.ts';
import { type FindingKey, findingKeys, type FindingRepair } from '#shared/rules/findings.ts';

type Finding = Findings['findings'][number];

const hour = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * hour).toISOString();
const longName = 'Luzes '.repeat(17).trim();

const repairByFinding: Readonly<Partial<Record<FindingKey, FindingRepair>>> = {
  grantEnded: 'reconnectAmazon',
  grantUnconfirmed: 'askAmazon',
  startsItself: 'openTrigger',
  numberLost: 'pairNumber',
  numberSilent: 'checkNumber',
  planEnds: 'manageBilling',
  trialEnds: 'manageBilling',
  cardExpires: 'manageBilling',
  accessKeyEnds: 'openTriggers',
};

const findingOf = (key: FindingKey): Finding => {
  const mend = repairByFinding[key] ?? 'checkTrigger';
  const about = { key, since: ago(key === 'slow' ? 1 : 100), mend };
  if (mend === 'manageBilling') return { ...about, severity: 'soon', endsAt: ago(-40) };
  if (mend === 'openTriggers')
    return { ...about, severity: 'soon', endsAt: ago(-40), subject: { id: 'key', name: longName } };
  const hasTrigger = mend === 'checkTrigger' || mend === 'openTrigger';
  return { ...about, severity: 'broken', ...(hasTrigger && { subject: { id: 'trg', name: longName } }) };
};

const lastAnswer = { at: ago(40), ms: 2130, triggerName: longName };

/** States of the findings card on the dashboard. */
export const findingStates: Readonly<Record<'well' | 'unanswered' | 'unknown' | 'ended' | 'one' | 'all', Findings>> = {
  well: { state: 'well', findings: [], works: true, lastAnswer },
  unanswered: { state: 'well', findings: [] },
  unknown: { state: 'unknown', findings: [] },
  ended: { state: 'found', findings: [findingOf('grantEnded')], lastAnswer },
  one: { state: 'found', findings: [findingOf('receiptsSilent')], lastAnswer },
  all: { state: 'found', findings: findingKeys.filter((key) => key !== 'grantEnded').map(findingOf), lastAnswer },
};
