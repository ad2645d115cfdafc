import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { formatWhen } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import { isConnecting, isLate, isNew, repairActionFor } from './account-state.ts';

export type SkillAdvice = {
  /** Set only after the skill has ended. */
  why?: string | undefined;
  /** Set unless we disabled the skill. */
  noticed?: string | undefined;
  /** The next step for the user. */
  what: string;
};

const reasons = {
  'amazon.skillDisabled': 'skill.why.skillDisabled',
  'amazon.skillNotFound': 'skill.why.skillNotFound',
  'amazon.accessEnded': 'skill.why.accessEnded',
} as const;

const isKnown = (reason: string | undefined): reason is keyof typeof reasons =>
  reason !== undefined && Object.hasOwn(reasons, reason);

/** Undefined while the skill is active or its state is unknown. Needs the texts of `skill`. */
export function useSkillAdvice(amazon: AmazonAuth | undefined): SkillAdvice | undefined {
  const { t, i18n } = useTranslation();
  const now = useMinute();
  if (!amazon || amazon.skill === 'active') return undefined;
  const what = t(`skill.advice.${adviceFor(amazon)}`);
  // While connecting, the connecting card shows this.
  const off = !amazon.connecting && (amazon.isOff ? 'isOff' : amazon.mayBeOff && 'mayBeOff');
  if (off) return { why: t(`skill.problem.${off}`), what };
  if (amazon.skill === 'notLinked' || isNew(amazon)) return { what };
  const when = formatWhen(amazon.revokedAt, now, asLanguage(i18n.language));
  return {
    why: t(isKnown(amazon.reason) ? reasons[amazon.reason] : 'skill.why.unknown'),
    noticed: when && t(when.relative ? 'skill.noticed' : 'skill.noticedOn', { when: when.text }),
    what,
  };
}

function adviceFor(amazon: AmazonAuth) {
  if (isConnecting(amazon)) return 'connecting';
  if (isLate(amazon)) return 'late';
  if (amazon.skill === 'notLinked') return 'notLinked';
  const reconnects = repairActionFor(amazon) === 'reconnect';
  // The skill is already disabled.
  if (amazon.isOff && !reconnects) return 'enableAgain';
  if (isNew(amazon)) return reconnects ? 'connect' : 'enable';
  return reconnects ? 'reconnect' : 'offAndOn';
}

export const inOneText = ({ why, noticed, what }: SkillAdvice): string =>
  [why, noticed, what].filter(Boolean).join(' ');
