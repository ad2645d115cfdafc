import type { Findings } from '#shared/contracts/findings.ts';
import type { FindingKey, FindingRepair } from '#shared/rules/findings.ts';

type Finding = Findings['findings'][number];

const repairByFinding = {
  grantEnded: 'reconnectAmazon',
  grantUnconfirmed: 'askAmazon',
  deviceLeftOut: 'checkTrigger',
  startsItself: 'openTrigger',
  receiptsSilent: 'checkTrigger',
  slow: 'checkTrigger',
  nightlyFailed: 'checkTrigger',
  numberLost: 'pairNumber',
  numberSilent: 'checkNumber',
  planEnds: 'manageBilling',
  trialEnds: 'manageBilling',
  cardExpires: 'manageBilling',
  accessKeyEnds: 'openTriggers',
} as const satisfies Record<FindingKey, FindingRepair>;

const about: ReadonlySet<FindingKey> = new Set([
  'deviceLeftOut',
  'startsItself',
  'receiptsSilent',
  'slow',
  'accessKeyEnds',
]);
const soon: ReadonlySet<FindingKey> = new Set(['planEnds', 'trialEnds', 'cardExpires', 'accessKeyEnds']);

const day = 86_400_000;

/** A finding as the server returns it: since five days ago, and for upcoming ones, ending in two days. */
export const aFinding = (key: FindingKey, more: Partial<Finding> = {}): Finding => ({
  key,
  severity: soon.has(key) ? 'soon' : 'broken',
  since: new Date(Date.now() - 5 * day).toISOString(),
  mend: repairByFinding[key],
  ...(about.has(key) && { subject: { id: 'good-night', name: 'Good night' } }),
  ...(soon.has(key) && { endsAt: new Date(Date.now() + 2 * day).toISOString() }),
  ...more,
});
