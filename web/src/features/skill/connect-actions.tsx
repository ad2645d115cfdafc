import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type AmazonAuth, amazonAuthContract } from '#shared/contracts/amazon-auth.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { ConnectLink } from './connect-link.tsx';
import { mayGoByHand, mayTryAgain } from './connect-problem.tsx';
import { SkillPageLink } from './skill-page-link.tsx';

type ConnectActionsProps = {
  connecting: NonNullable<AmazonAuth['connecting']>;
  workspaceId: number;
  onCanceled?: () => void;
};

/** Cancel, and what goes on: at Amazon, again, or on the page of the skill. */
export function ConnectActions({ connecting, workspaceId, onCanceled }: ConnectActionsProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { problem, step, late } = connecting;
  const cancel = useMutation({
    ...mutationFor(amazonAuthContract.cancelConnecting),
    onSuccess: async () => {
      onCanceled?.();
      await refresh(queries, ['/api/amazon-auth']);
      if (problem === undefined)
        showToast({ title: t('skill.connecting.canceled'), description: t('skill.connecting.canceledText') });
    },
  });
  return (
    <>
      <Button busy={cancel.isPending} onClick={() => cancel.mutate({ workspaceId })} variant="secondary">
        {t(problem === undefined ? 'skill.connecting.cancel' : 'skill.problem.dismiss')}
      </Button>
      {next()}
    </>
  );

  function next() {
    if (problem !== undefined && mayTryAgain(problem))
      return (
        <>
          {mayGoByHand(problem) && <SkillPageLink label={t('skill.openPage')} variant="secondary" />}
          <ConnectLink label={t('skill.problem.again')} workspaceId={workspaceId} />
        </>
      );
    if (problem === undefined && step !== 'grant')
      return <ConnectLink label={t('skill.connecting.continue')} workspaceId={workspaceId} />;
    return (problem !== undefined || late) && <SkillPageLink label={t('skill.openPage')} />;
  }
}
