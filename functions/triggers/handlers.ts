import type { DepsOf } from '#functions/platform/deps-of.ts';
import type { OpenPlatform } from '#functions/platform/http/request-context.ts';
import type { Handlers } from '#functions/platform/http/serve.ts';
import { viewerAddress } from '#functions/platform/http/viewer-address.ts';
import type { checkContract } from '#shared/contracts/check.ts';
import type { historyContract } from '#shared/contracts/history.ts';
import type { triggersContract } from '#shared/contracts/triggers.ts';

import type { Check } from './check-trigger.ts';
import { createTrigger } from './create-trigger.ts';
import { dailyExecutions } from './daily-executions.ts';
import { deleteTrigger } from './delete-trigger.ts';
import { clickRequest, fireByClick } from './fire-by-click.ts';
import { listActivity } from './list-activity.ts';
import { listExecutions } from './list-executions.ts';
import { listPeople } from './list-people.ts';
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
  DepsOf<typeof listActivity> &
  DepsOf<typeof listPeople> &
  DepsOf<typeof dailyExecutions> & { check: Check; originSecret: OpenPlatform['originSecret'] };

export const triggersHandlers = (
  deps: TriggersDeps,
): Handlers<typeof triggersContract & typeof historyContract & typeof checkContract> => ({
  listTriggers: (_, { workspaceId }) => listTriggers(deps, workspaceId),
  createTrigger: ({ body }, { userId, workspaceId }) =>
    createTrigger(deps, {
      userId,
      workspaceId,
      name: body.name,
      description: body.description,
      enabled: body.enabled,
      conditions: body.conditions,
    }),
  updateTrigger: ({ params, body }, { workspaceId }) =>
    updateTrigger(deps, { workspaceId, triggerId: params.id }, body),
  deleteTrigger: ({ params }, { workspaceId }) => deleteTrigger(deps, { workspaceId, triggerId: params.id }),
  resyncTrigger: ({ params }, { workspaceId }) => resyncTrigger(deps, { workspaceId, triggerId: params.id }),
  executeTrigger: async ({ params, event, requestId, startedAt }, { workspaceId, ...person }) => {
    const address = viewerAddress(event, await deps.originSecret());
    return fireByClick(deps, { workspaceId, triggerId: params.id, person, requestId, startedAt, address });
  },
  checkTrigger: async ({ params, body, event, requestId, startedAt }, { workspaceId, ...person }) => {
    const address = viewerAddress(event, await deps.originSecret());
    return deps.check(clickRequest({ workspaceId, triggerId: params.id, person, requestId, startedAt, address }), body);
  },
  listExecutions: ({ params, query }, { workspaceId }) =>
    listExecutions(deps, { workspaceId, triggerId: params.id }, query),
  listActivity: ({ query }, { workspaceId }) => listActivity(deps, workspaceId, query),
  listPeople: (_, { workspaceId }) => listPeople(deps, workspaceId),
  dailyExecutions: (_, { workspaceId }) => dailyExecutions(deps, workspaceId),
});
