import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { isConnecting } from '#web/features/skill/account-state.ts';
import { RepairAction } from '#web/features/skill/repair-action.tsx';
import { useSkillAdvice } from '#web/features/skill/use-skill-advice.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';

export function SkillCard({ account }: { account: AmazonAuth }) {
  const { t } = useTranslation();
  const advice = useSkillAdvice(account);
  const [tone, state] = stateOf(account);
  return (
    <Card title={t('amazonAuth.skill.heading')}>
      <Badge dot tone={tone}>
        {t(`amazonAuth.skill.${state}`)}
      </Badge>
      <div className="mt-3 grid gap-2 text-muted text-pretty">
        {advice ? (
          <>
            {advice.why && <p>{[advice.why, advice.noticed].filter(Boolean).join(' ')}</p>}
            <p>{advice.what}</p>
          </>
        ) : (
          <p>{t('amazonAuth.skill.activeText')}</p>
        )}
      </div>
      {/* A running connection attempt has its buttons in the card above. */}
      {advice && !account.connecting && (
        <div className="mt-5">
          <RepairAction amazon={account} wide />
        </div>
      )}
    </Card>
  );
}

function stateOf(amazon: AmazonAuth) {
  const { skill, reason, isOff } = amazon;
  if (skill === 'active') return ['success', 'active'] as const;
  if (isConnecting(amazon)) return ['info', 'connecting'] as const;
  const isKnownOff = isOff || reason === 'amazon.skillDisabled';
  return ['warning', skill === 'revoked' && !isKnownOff ? 'revoked' : 'notEnabled'] as const;
}
