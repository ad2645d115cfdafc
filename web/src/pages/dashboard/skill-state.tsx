import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Shown in a heading that is about more than the skill. */
export function SkillState({ active = false }: { active?: boolean }) {
  const { t } = useTranslation();
  return (
    <Badge dot tone={active ? 'success' : 'warning'}>
      {t(active ? 'dashboard.skill.isActive' : 'dashboard.skill.isInactive')}
    </Badge>
  );
}
