import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { RepairAction, SkillAdvice } from '#web/features/skill/repair-action.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Notice } from '#web/ui/notice.tsx';

export function SkillOffNotice({ amazon }: { amazon: AmazonAuth }) {
  const { t } = useTranslation();
  return (
    <div className="mb-6">
      <Notice
        actions={<RepairAction amazon={amazon} size="small" variant="secondary" />}
        title={t('amazonAuth.skillNotActivated')}
        tone="warning"
      >
        <SkillAdvice amazon={amazon} />
      </Notice>
    </div>
  );
}
