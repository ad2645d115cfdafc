import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

import type { AccessKeyStore } from '#functions/data/access-keys/access-key-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { boundedCache } from '#functions/platform/bounded-cache.ts';
import { answerWithinMs, deadlineIn } from '#functions/platform/time/deadline.ts';
import { noteKeyRead, type NoteKeyReadDeps } from '#functions/triggers/note-key-read.ts';
import { asFirstAllowed, callersByToken, type WebhookCaller } from '#functions/triggers/webhook-caller.ts';
import { idText } from '#shared/contracts/fields.ts';
import { machineFindings } from '#shared/contracts/findings.ts';
import { Refusal } from '#shared/refusals.ts';
import { hasEnded } from '#shared/rules/access-keys.ts';

import { currentFindings, type CurrentFindingsDeps } from './current-findings.ts';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

export type PollFindingsDeps = CurrentFindingsDeps &
  NoteKeyReadDeps & {
    workspaces: { find(workspaceId: number): Promise<WorkspaceItem | undefined> };
    accessKeys: Pick<AccessKeyStore, 'find'>;
  };

/** More frequent requests only cost one read. */
const freshMs = 30_000;

/**
 * Accepts the token of the workspace or an access key with the right to read. Throws `workspace.notFound` and
 * `accessKey.ended`.
 */
export function createPollFindings(deps: PollFindingsDeps): (event: Event) => Promise<Result> {
  const recent = boundedCache<string>(deps.now);
  return async (event) => {
    const workspaceId = idText.safeParse(event.pathParameters?.['workspaceId']).data;
    const workspace = workspaceId === undefined ? undefined : await deps.workspaces.find(workspaceId);
    if (!workspace) throw new Refusal('workspace.notFound');
    const callers = callersByToken(event, { workspaceId: workspace.id, now: deps.now() });
    await asFirstAllowed(callers, (caller) => requireReader(deps, workspace, caller));
    const place = String(workspace.id);
    const known = recent.get(place);
    const body = known ?? (await bodyOf(deps, workspace.id));
    if (known === undefined) recent.set(place, body, deps.now().getTime() + freshMs);
    return { statusCode: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
  };
}

async function requireReader(
  deps: PollFindingsDeps,
  workspace: WorkspaceItem,
  { accessKeyId, mayRead }: WebhookCaller,
): Promise<void> {
  const { accessKeys, now } = deps;
  const key = accessKeyId === undefined ? undefined : await accessKeys.find(workspace.id, accessKeyId);
  if (!(await mayRead(workspace, key)) || key?.right === 'fire') throw new Refusal('workspace.notFound');
  if (key && hasEnded(key, now())) throw new Refusal('accessKey.ended');
  await noteKeyRead(deps, key, deadlineIn(now, answerWithinMs));
}

async function bodyOf(deps: CurrentFindingsDeps, workspaceId: number): Promise<string> {
  const { state = 'unknown', findings = [] } = (await currentFindings(deps, workspaceId)) ?? {};
  return JSON.stringify(machineFindings.parse({ state, findings }));
}
