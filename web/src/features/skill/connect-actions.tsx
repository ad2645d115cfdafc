import { useMutation, useQueryClient } from '@tanstack/react-query';

import { type AmazonAuth, amazonAuthContract } from '#shared/contracts/amazon-auth.ts';
import { helpAfter } from '#shared/rules/connecting-problems.ts';
import { mutationFor } from '#web/api/query-for.ts';
import { refresh } from '#web/api/refresh.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { showToast } from '#web/ui/toasts/toast-store.ts';

import { ConnectLink } from './connect-link.tsx';
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
    if (problem !== undefined) return nextAfter(helpAfter(problem));
    if (step !== 'grant') return onward('primary');
    if (!late) return null;
    return (
      <>
        {/* Where the skill was enabled before, the offer to disable and enable it stands above. */}
        {!connecting.maySwitchOffAndOn && onward('secondary')}
        <SkillPageLink label={t('skill.openPage')} />
      </>
    );
  }

  function nextAfter(help: ReturnType<typeof helpAfter>) {
    return (
      <>
        {help !== 'again' && (
          <SkillPageLink label={t('skill.openPage')} variant={help === 'either' ? 'secondary' : 'primary'} />
        )}
        {help !== 'byHand' && <ConnectLink label={t('skill.problem.again')} workspaceId={workspaceId} />}
      </>
    );
  }

  function onward(variant: 'primary' | 'secondary') {
    return <ConnectLink label={t('skill.connecting.continue')} variant={variant} workspaceId={workspaceId} />;
  }
}
