import type { FindingMend } from '#shared/rules/findings.ts';

import type { Finding } from './use-findings.ts';

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
} as const satisfies Record<FindingMend, string>;

/** Where its button leads, with what opens there. */
export function addressOf({ mend, subject }: Pick<Finding, 'mend' | 'subject'>): string {
  const opens = mend === 'checkTrigger' ? 'check' : mend === 'openTrigger' ? 'runs' : undefined;
  return opens && subject ? `${pages[mend]}?${opens}=${subject.id}` : pages[mend];
}

/** Their page says by itself what is broken, and has the button; the triggers say, too, that nothing reaches Alexa. */
const isSaidOn = (path: string, { key, mend }: Finding): boolean =>
  (path === pages[mend] && saidByPage.has(mend)) || (path === '/triggers' && key === 'grantEnded');

const saidByPage: ReadonlySet<FindingMend> = new Set(['reconnectAmazon', 'enableSkill', 'pairNumber']);

/** What is broken and not said by the page itself; the card of the dashboard says everything. */
export const toTellOn = (path: string, findings: readonly Finding[]): Finding[] =>
  path === '/dashboard' ? [] : findings.filter((finding) => finding.severity === 'broken' && !isSaidOn(path, finding));
