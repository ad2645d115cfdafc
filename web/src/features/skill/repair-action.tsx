import { Link } from 'wouter';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button, type ButtonVariant, buttonClass } from '#web/ui/buttons/button.tsx';

import { isConnecting, isLate, isNew, repairActionFor } from './account-state.ts';
import { ConnectLink } from './connect-link.tsx';
import { openSkillDialog } from './skill-dialog-state.ts';
import { SkillPageLink } from './skill-page-link.tsx';
import { inOneText, useSkillAdvice } from './use-skill-advice.ts';
import { useSkillPage } from './use-skill-page.ts';

type RepairActionProps = {
  amazon: AmazonAuth;
  variant?: ButtonVariant;
  size?: 'normal' | 'small';
  wide?: boolean;
};

/** The button that activates Alexa, or reactivates it. Renders nothing while the skill is active. */
export function RepairAction({ amazon, variant, size, wide }: RepairActionProps) {
  const { t } = useTranslation();
  const workspaceId = useCurrentWorkspaceId();
  const page = useSkillPage();
  const look = { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) };
  if (amazon.skill === 'active' || workspaceId === undefined) return null;
  if (isConnecting(amazon) || isLate(amazon) || amazon.skill === 'notLinked')
    return (
      <Link className={buttonClass(variant, size, wide)} href="/amazon-auth">
        {t(isConnecting(amazon) ? 'skill.seeProgress' : isLate(amazon) ? 'skill.seeWhatHelps' : 'skill.connect')}
      </Link>
    );
  const first = isNew(amazon);
  if (repairActionFor(amazon) === 'reconnect')
    return <ConnectLink {...look} label={t(first ? 'skill.connect' : 'skill.reconnect')} workspaceId={workspaceId} />;
  // The dialog polls the state while the user is on the other page.
  if (page)
    return <SkillPageLink {...look} label={t(first ? 'skill.activate' : 'skill.openPage')} onClick={openSkillDialog} />;
  return (
    <Button {...look} onClick={openSkillDialog}>
      {t(first ? 'skill.activate' : 'skill.showHow')}
    </Button>
  );
}

/** The reason why the skill is not active, if known, and how to activate it. */
export function SkillAdvice({ amazon }: { amazon: AmazonAuth }) {
  const advice = useSkillAdvice(amazon);
  return advice && <>{inOneText(advice)}</>;
}
