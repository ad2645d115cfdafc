import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type AmazonAuth, amazonAuthContract } from '#shared/contracts/amazon-auth.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { repairActionFor } from './account-state.ts';
import { ConnectLink } from './connect-link.tsx';
import { helpFor } from './help-for.ts';
import { SkillPageLink } from './skill-page-link.tsx';

type ConnectActionsProps = {
  amazon: AmazonAuth;
  connecting: NonNullable<AmazonAuth['connecting']>;
  workspaceId: number;
  onCanceled?: () => void;
};

/** A button to cancel or stop waiting, and one to continue: at Amazon, with another attempt, or on the skill's page. */
export function ConnectActions({ amazon, connecting, workspaceId, onCanceled }: ConnectActionsProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { problem, step, late, maySwitchOffAndOn } = connecting;
  const { isOff } = amazon;
  // If the skill was enabled before, the steps above already offer to disable and enable it.
  const mayContinue = repairActionFor(amazon) === 'reconnect' && !maySwitchOffAndOn;
  // Alexa may already have enabled the skill, so from this step on the user can only hide the progress.
  const asked = step === 'grant';
  const cancel = useMutation({
    ...mutationFor(amazonAuthContract.cancelConnecting),
    onSuccess: async () => {
      onCanceled?.();
      await refresh(queries, ['/api/amazon-auth']);
      if (problem !== undefined) return;
      showToast(
        asked
          ? {
              title: t('skill.connecting.hidden'),
              description: [t('skill.connecting.hiddenText'), isOff && t('skill.problem.isOff')]
                .filter(Boolean)
                .join(' '),
            }
          : {
              title: t('skill.connecting.canceled'),
              description: t(isOff ? 'skill.connecting.canceledOffText' : 'skill.connecting.canceledText'),
            },
      );
    },
  });
  return (
    <>
      <Button busy={cancel.isPending} onClick={() => cancel.mutate({ workspaceId })} variant="secondary">
        {t(problem !== undefined ? 'skill.problem.dismiss' : `skill.connecting.${asked ? 'hide' : 'cancel'}`)}
      </Button>
      {next()}
    </>
  );

  function next() {
    if (problem === undefined && step === 'grant' && !late) return null;
    const isByHand = problem === undefined ? !mayContinue : helpFor(amazon, problem) === 'byHand';
    if (isByHand) return <SkillPageLink label={t('skill.openPage')} />;
    const label = t(problem === undefined ? 'skill.connecting.continue' : 'skill.problem.again');
    return <ConnectLink label={label} workspaceId={workspaceId} />;
  }
}
