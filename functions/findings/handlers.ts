import type { DepsOf } from '#functions/platform/deps-of.ts';
import type { Handlers } from '#functions/platform/http/serve.ts';
import type { findingsContract } from '#shared/contracts/findings.ts';

import { changeFindings } from './change-findings.ts';
import { createPollFindings, type PollFindingsDeps } from './poll-findings.ts';
import { readFindings } from './read-findings.ts';

export type FindingsDeps = DepsOf<typeof readFindings> & DepsOf<typeof changeFindings> & PollFindingsDeps;

export function findingsHandlers(deps: FindingsDeps): Handlers<typeof findingsContract> {
  const poll = createPollFindings(deps);
  return {
    readFindings: ({ params }, { userId }) => readFindings(deps, userId, params.id),
    changeFindings: ({ params, body }, { userId }) =>
      changeFindings(deps, { userId, workspaceId: params.id, alertTriggerId: body.alertTriggerId }),
    pollFindings: ({ event }) => poll(event),
  };
}
