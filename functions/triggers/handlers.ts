import type { DepsOf } from '#functions/platform/deps-of.ts';
import type { Handlers } from '#functions/platform/http/serve.ts';
import type { historyContract } from '#shared/contracts/history.ts';
import type { triggersContract } from '#shared/contracts/triggers.ts';

import { createTrigger } from './create-trigger.ts';
import { dailyExecutions } from './daily-executions.ts';
import { deleteTrigger } from './delete-trigger.ts';
import { fireByClick } from './fire-by-click.ts';
import { listExecutions } from './list-executions.ts';
import { listTriggers } from './list-triggers.ts';
import { resyncTrigger } from './resync-trigger.ts';
import { updateTrigger } from './update-trigger.ts';

export type TriggersDeps = DepsOf<typeof listTriggers> &
  DepsOf<typeof createTrigger> &
  DepsOf<typeof updateTrigger> &
  DepsOf<typeof deleteTrigger> &
  DepsOf<typeof resyncTrigger> &
  DepsOf<typeof fireByClick> &
  DepsOf<typeof listExecutions> &
  DepsOf<typeof dailyExecutions>;

export const triggersHandlers = (deps: TriggersDeps): Handlers<typeof triggersContract & typeof historyContract> => ({
  listTriggers: (_, { workspaceId }) => listTriggers(deps, workspaceId),
  createTrigger: ({ body }, { userId, workspaceId }) =>
    createTrigger(deps, {
      userId,
      workspaceId,
      name: body.name,
      description: body.description,
      enabled: body.enabled,
    }),
  updateTrigger: ({ params, body }, { workspaceId }) =>
    updateTrigger(deps, { workspaceId, triggerId: params.id }, body),
  deleteTrigger: ({ params }, { workspaceId }) => deleteTrigger(deps, { workspaceId, triggerId: params.id }),
  resyncTrigger: ({ params }, { workspaceId }) => resyncTrigger(deps, { workspaceId, triggerId: params.id }),
  executeTrigger: ({ params, requestId, startedAt }, { workspaceId, ...person }) =>
    fireByClick(deps, { workspaceId, triggerId: params.id, person, requestId, startedAt }),
  listExecutions: ({ params, query }, { workspaceId }) =>
    listExecutions(deps, { workspaceId, triggerId: params.id }, query),
  dailyExecutions: (_, { workspaceId }) => dailyExecutions(deps, workspaceId),
});
