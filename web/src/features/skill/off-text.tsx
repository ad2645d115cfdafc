import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

type OffTextProps = { amazon: AmazonAuth };

/** Tells the user that we disabled the skill, or may have. */
export function OffText({ amazon: { isOff, mayBeOff } }: OffTextProps) {
  const { t } = useTranslation();
  if (!isOff && !mayBeOff) return null;
  return <span className="mt-1 block">{t(`skill.problem.${isOff ? 'isOff' : 'mayBeOff'}`)}</span>;
}
