import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { skillPollEvery, useAmazonAuth } from '#web/api/use-amazon-auth.ts';
import { ConnectActions } from '#web/features/skill/connect-actions.tsx';
import { ConnectProblem } from '#web/features/skill/connect-problem.tsx';
import { ConnectSteps } from '#web/features/skill/connect-steps.tsx';
import { helpFor } from '#web/features/skill/help-for.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Card } from '#web/ui/card.tsx';

export type ConnectingProps = {
  amazon: AmazonAuth;
  connecting: NonNullable<AmazonAuth['connecting']>;
  workspaceId: number;
};

/** Shows the progress of the connection attempt, or why it ended. */
export function ConnectingCard(props: ConnectingProps) {
  const { t } = useTranslation();
  return (
    <div className="mb-4 lg:mb-6">
      <Card title={t('skill.connecting.heading')}>
        <ConnectingBody {...props} />
        <div className="mt-5 flex flex-col-reverse gap-2 border-t border-border pt-4 sm:flex-row sm:justify-end">
          <ConnectActions {...props} />
        </div>
      </Card>
    </div>
  );
}

/** Polls the state while the skill may still become active without another attempt. */
export function ConnectingBody({ connecting, ...props }: ConnectingProps) {
  const { problem } = connecting;
  const listens = problem === undefined || helpFor(props.amazon, problem) !== 'again';
  useAmazonAuth(false, listens ? skillPollEvery : undefined);
  return problem === undefined ? (
    <ConnectSteps {...props} connecting={connecting} />
  ) : (
    <ConnectProblem amazon={props.amazon} problem={problem} />
  );
}
