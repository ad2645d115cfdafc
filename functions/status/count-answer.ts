import type { AnswerCountStore } from '#functions/data/answer-count-store.ts';
import type { Log } from '#functions/platform/log.ts';
import type { HomeAnswered } from '#functions/triggers/receipts/pair-receipts.ts';
import { homeOf } from '#shared/rules/execution/homes.ts';

export type CountAnswerDeps = {
  answers: Pick<AnswerCountStore, 'add'>;
  /** The trigger of the nightly check. */
  nightlyTrigger: (workspaceId: number) => Promise<string | undefined>;
  log: Log;
};

/** Counts the answer of a home. A failure is only logged. */
export async function countAnswer(deps: CountAnswerDeps, answer: HomeAnswered): Promise<void> {
  const { workspaceId, as } = answer;
  try {
    await deps.answers.add({ home: homeOf(workspaceId), as, ms: await publishedMs(deps, answer) });
  } catch (cause) {
    deps.log('status.notCounted', { answers: 1 }, cause);
  }
}

/** Response times are published only from nightly checks, because their routines do nothing but confirm. */
async function publishedMs(
  { nightlyTrigger }: CountAnswerDeps,
  { workspaceId, ran }: HomeAnswered,
): Promise<number | undefined> {
  if (ran?.channel !== 'schedule') return undefined;
  return (await nightlyTrigger(workspaceId)) === ran.triggerId ? ran.ms : undefined;
}
