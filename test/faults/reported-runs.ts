import type { Home, Living } from './home.ts';

export type ReportedRun = {
  triggerId: string;
  workspaceId: number;
  executionId: string;
  outcome: string;
  mayMiss: boolean;
};

export const runsIn = (
  { lines }: Pick<Living, 'lines'>,
  { home, mayMiss }: { home: Home; mayMiss: boolean },
): ReportedRun[] =>
  lines
    .filter(({ event }) => event === 'trigger.fired' || event === 'trigger.refused')
    .map(({ details: { triggerId, executionId, outcome } }) => ({
      triggerId: String(triggerId),
      workspaceId: home.workspaceId,
      executionId: String(executionId),
      outcome: String(outcome),
      mayMiss,
    }));
