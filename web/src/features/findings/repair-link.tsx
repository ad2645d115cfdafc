import { Link, useLocation } from 'wouter';

import { useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { RepairAction } from '#web/features/skill/repair-action.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';

import { addressOf } from './repair-page.ts';
import type { ShownFinding } from './use-findings.ts';

/** The button that fixes a finding. Hidden on the page that it leads to. Needs the texts of `findings` and `skill`. */
export function RepairLink({ finding }: { finding: ShownFinding }) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const amazon = useAmazonAuth(false).data;
  const address = addressOf(finding);
  if (finding.key === 'grantEnded' && amazon && amazon.skill !== 'active')
    return <RepairAction amazon={amazon} size="small" variant="secondary" />;
  if (address === path) return null;
  return (
    <Link className={buttonClass('secondary', 'small')} href={address}>
      {t(`findings.mend.${finding.mend}`)}
    </Link>
  );
}
