import { useEffect } from 'react';
import { Link } from 'wouter';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { skillPollEvery, skillStateOf, useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { useCurrentWorkspaceId } from '#web/api/use-session.ts';
import { isConnecting, isLate, isNew, repairActionFor } from '#web/features/skill/account-state.ts';
import { ConnectLink } from '#web/features/skill/connect-link.tsx';
import { ManualSteps } from '#web/features/skill/manual-steps.tsx';
import { NextStepLink } from '#web/features/skill/next-step-link.tsx';
import { closeSkillDialog, openSkillDialog, useSkillDialogForRun } from '#web/features/skill/skill-dialog-state.ts';
import { SkillPageLink } from '#web/features/skill/skill-page-link.tsx';
import { useSkillAdvice } from '#web/features/skill/use-skill-advice.ts';
import { useSkillPage } from '#web/features/skill/use-skill-page.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button, buttonClass } from '#web/ui/buttons/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { SkillPicture } from './skill-picture.tsx';
import { useSkillToast } from './use-skill-toast.ts';

export function SkillDialog({ open }: { open: boolean }) {
  const { t } = useTranslation();
  const { data: amazon, refetch } = useAmazonAuth(false, open ? skillPollEvery : undefined);
  const state = skillStateOf(amazon);
  const workspaceId = useCurrentWorkspaceId(true);
  useSkillToast(open, state);
  useEffect(() => {
    if (open) void refetch();
  }, [open, refetch]);
  useEffect(() => {
    // The state is inactive again, so the dialog follows the state instead of the last run.
    if (open && state === 'inactive') openSkillDialog();
  }, [open, state]);
  const page = useSkillPage();
  // A rejected run is newer information than the cached state.
  const turnedDown = useSkillDialogForRun() && state === 'active';
  const active = state === 'active' && !turnedDown;
  const way = turnedDown ? 'turnedDown' : wayOf(amazon);
  const bySteps = way === 'offAndOn' || way === 'turnedDown';
  return (
    <Dialog
      description={describe()}
      footer={
        <>
          <Button variant="secondary" onClick={closeSkillDialog}>
            {active || turnedDown ? t('skill.close') : t('common.cancel')}
          </Button>
          {!active && (
            <SkillPageLink
              label={t(bySteps ? 'skill.openPage' : 'skill.install')}
              variant={bySteps || way === 'enable' ? 'primary' : 'secondary'}
            />
          )}
          {active ? <NextStepLink onLeave={closeSkillDialog} workspaceId={workspaceId} /> : <Onward way={way} />}
        </>
      }
      onClose={closeSkillDialog}
      open={open}
      title={t(active ? 'skill.active' : turnedDown ? 'skill.turnedDown' : 'skill.title')}
    >
      <Trouble amazon={amazon} />
      {!turnedDown && <SkillPicture active={active} name={t('skill.picture')} />}
      {!active && (bySteps || way === 'enable') && amazon && (
        <div className={turnedDown ? undefined : 'mt-5'}>
          <ManualSteps amazon={amazon} forRun={turnedDown} />
        </div>
      )}
      {!turnedDown && (
        <output className="mt-4 flex min-h-6 items-center justify-center">
          {active && (
            <Badge dot tone="success">
              {t('skill.active')}
            </Badge>
          )}
          {state === 'inactive' && (
            <span className="inline-flex items-center gap-2 text-muted">
              <Spinner />
              {t('skill.waiting')}
            </span>
          )}
        </output>
      )}
    </Dialog>
  );

  function describe(): string {
    if (active) return t('skill.activeDescription');
    if (way === 'enable') return page ? t('skill.description') : t('skill.descriptionInWords');
    return t(amazon?.isOff && way === 'offAndOn' ? 'skill.advice.enableAgain' : descriptions[way]);
  }
}

const descriptions = {
  notLinked: 'skill.descriptionNotLinked',
  connecting: 'skill.descriptionConnecting',
  late: 'skill.advice.late',
  connect: 'skill.descriptionConnect',
  reconnect: 'skill.descriptionReconnect',
  offAndOn: 'skill.descriptionOffAndOn',
  turnedDown: 'skill.descriptionTurnedDown',
} as const;

type Way = keyof typeof descriptions | 'enable';

/** Returns how the user can activate the skill; by hand until the state is known. */
function wayOf(amazon: AmazonAuth | undefined): Way {
  if (!amazon) return 'enable';
  if (isConnecting(amazon)) return 'connecting';
  if (isLate(amazon)) return 'late';
  if (amazon.skill === 'notLinked') return 'notLinked';
  if (repairActionFor(amazon) === 'reconnect') return isNew(amazon) ? 'connect' : 'reconnect';
  return isNew(amazon) ? 'enable' : 'offAndOn';
}

const onPage = { notLinked: 'skill.connect', connecting: 'skill.seeProgress', late: 'skill.seeWhatHelps' } as const;

function Onward({ way }: { way: Way }) {
  const { t } = useTranslation();
  const workspaceId = useCurrentWorkspaceId(true);
  if (way === 'notLinked' || way === 'connecting' || way === 'late')
    return (
      <Link className={buttonClass()} href="/amazon-auth" onClick={closeSkillDialog}>
        {t(onPage[way])}
      </Link>
    );
  if ((way !== 'connect' && way !== 'reconnect') || workspaceId === undefined) return null;
  return <ConnectLink label={t(`skill.${way}`)} workspaceId={workspaceId} />;
}

function Trouble({ amazon }: { amazon: AmazonAuth | undefined }) {
  const advice = useSkillAdvice(amazon);
  if (!advice?.why) return null;
  return (
    <div className="mb-4">
      <Notice title={advice.why} tone="warning">
        {advice.noticed}
      </Notice>
    </div>
  );
}
