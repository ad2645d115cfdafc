import type { ReactNode } from 'react';

import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { skillPollEvery, useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { accountName } from '#web/features/skill/account-state.ts';
import { ConnectActions } from '#web/features/skill/connect-actions.tsx';
import { ManualSteps } from '#web/features/skill/manual-steps.tsx';
import { NextStepLink } from '#web/features/skill/next-step-link.tsx';
import { openSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { SkillPageLink } from '#web/features/skill/skill-page-link.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import { ConnectingBody } from './connecting-card.tsx';
import type { ConnectionStage } from './use-connection.ts';
import { useHasTriggers } from './use-has-triggers.ts';

type StageDialogProps = {
  open: boolean;
  stage: ConnectionStage;
  amazon: AmazonAuth;
  workspaceId: number;
  onClose: () => void;
};

/**
 * One dialog from the redirect to the active skill. After it is closed, the cards of the page show the same progress.
 */
export function StageDialog({ open, stage, amazon, workspaceId, onClose }: StageDialogProps) {
  const { t } = useTranslation();
  useAmazonAuth(false, open && stage !== 'active' ? skillPollEvery : undefined);
  const hasTriggers = useHasTriggers(workspaceId);
  const { connecting } = amazon;
  const { title, text, body, action } = content();
  return (
    <Dialog
      description={text}
      footer={
        stage === 'connecting' && connecting ? (
          <ConnectActions amazon={amazon} connecting={connecting} onCanceled={onClose} workspaceId={workspaceId} />
        ) : (
          action
        )
      }
      onClose={onClose}
      open={open}
      steady
      title={title}
    >
      {body}
    </Dialog>
  );

  /** Names the account, because Amazon chose the one that was signed in there. */
  function withAccount(words: string): string {
    const account = accountName(amazon);
    return account === undefined ? words : `${t('amazonAuth.success.account', { account })} ${words}`;
  }

  function content(): { title: string; text?: string; body?: ReactNode; action?: ReactNode } {
    const leave = (words: string) => (
      <Button variant="secondary" onClick={onClose}>
        {words}
      </Button>
    );
    switch (stage) {
      case 'active':
        return {
          title: t('amazonAuth.success.dialogTitleActive'),
          text: withAccount(t(`amazonAuth.success.${hasTriggers ? 'dialogTextAgain' : 'dialogTextActive'}`)),
          action: (
            <>
              {leave(t('common.close'))}
              <NextStepLink onLeave={onClose} workspaceId={workspaceId} />
            </>
          ),
        };
      case 'connecting':
        return {
          title: t('skill.connecting.heading'),
          body: connecting && <ConnectingBody amazon={amazon} connecting={connecting} workspaceId={workspaceId} />,
        };
      case 'reinstall':
        return {
          title: t(amazon.isOff ? 'amazonAuth.reinstall.titleOff' : 'amazonAuth.reinstall.title'),
          text: [
            t(amazon.isOff ? 'amazonAuth.reinstall.textOff' : 'amazonAuth.reinstall.text'),
            amazon.mayBeOff && t('skill.problem.mayBeOff'),
          ]
            .filter(Boolean)
            .join(' '),
          body: (
            <>
              <ManualSteps amazon={amazon} />
              <output className="mt-5 flex items-center justify-center gap-2 text-muted">
                <Spinner />
                {t('skill.waiting')}
              </output>
            </>
          ),
          action: (
            <>
              {leave(t('amazonAuth.success.later'))}
              <SkillPageLink label={t('skill.openPage')} />
            </>
          ),
        };
      default:
        return {
          title: t('amazonAuth.success.dialogTitle'),
          text: withAccount(t('amazonAuth.success.dialogText')),
          action: (
            <>
              {leave(t('amazonAuth.success.later'))}
              <Button
                onClick={() => {
                  onClose();
                  openSkillDialog();
                }}
              >
                {t('amazonAuth.success.install')}
              </Button>
            </>
          ),
        };
    }
  }
}
