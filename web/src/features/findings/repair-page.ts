import type { FindingRepair } from '#shared/rules/findings.ts';

import type { ShownFinding } from './use-findings.ts';

const pages = {
  reconnectAmazon: '/amazon-auth',
  enableSkill: '/amazon-auth',
  askAmazon: '/amazon-auth',
  checkTrigger: '/triggers',
  openTrigger: '/triggers',
  pairNumber: '/whatsapp',
  checkNumber: '/whatsapp',
  manageBilling: '/subscription',
  openTriggers: '/triggers',
} as const satisfies Record<FindingRepair, string>;

/** The parameter that opens a dialog about the subject of a finding. */
const opens: Partial<Record<FindingRepair, string>> = {
  checkTrigger: 'check',
  openTrigger: 'runs',
  openTriggers: 'access',
};

/** The page that the fix button opens, including the dialog to open there. */
export function addressOf({ mend, subject }: Pick<ShownFinding, 'mend' | 'subject'>): string {
  const name = opens[mend];
  return name && subject ? `${pages[mend]}?${name}=${subject.id}` : pages[mend];
}

/** Some pages already show the finding and its fix. The triggers page also shows that events do not reach Alexa. */
const isSaidOn = (path: string, { key, mend }: ShownFinding): boolean =>
  (path === pages[mend] && saidByPage.has(mend)) || (path === '/triggers' && key === 'grantEnded');

const saidByPage: ReadonlySet<FindingRepair> = new Set(['reconnectAmazon', 'enableSkill', 'pairNumber']);

/** Returns broken findings that the page does not already show. The dashboard has a card that shows all findings. */
export const findingsToShow = (path: string, findings: readonly ShownFinding[]): ShownFinding[] =>
  path === '/dashboard' ? [] : findings.filter((finding) => finding.severity === 'broken' && !isSaidOn(path, finding));
