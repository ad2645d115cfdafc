import { idText } from '#shared/contracts/fields.ts';
import { Refusal } from '#shared/refusals.ts';

import type { SignedInPlatform, RequestContext } from './request-context.ts';

/**
 * Uses `X-Workspace-Id`, else the id in the request, else the stored current workspace. The user must own it. If the
 * request contains several ids, they must be equal, so that a stale tab never writes to another workspace.
 */
export async function inWorkspace(platform: Pick<SignedInPlatform, 'users'>, context: RequestContext): Promise<void> {
  if (context.route.endpoint.scope === undefined) return;
  const { person } = context;
  if (!person) throw new Error(`${context.route.name} has a workspace scope but no session`);
  const [first, ...others] = idsInRequest(context);
  if (first === undefined) {
    context.workspaceId = await platform.users.currentWorkspaceId(person.userId);
    if (context.workspaceId === undefined) throw new Refusal('workspace.notFound');
    return;
  }
  const isMine = others.every((id) => id === first) && (await platform.users.owns(person.userId, first));
  if (!isMine) throw new Refusal('workspace.notFound');
  context.workspaceId = first;
}

/** Ids in the request; the header comes first. */
function idsInRequest({ event, route: { endpoint }, params, query, body }: RequestContext): number[] {
  const header = event.headers['x-workspace-id'];
  const inRequest = Object.entries(endpoint.owned ?? {})
    .filter(([, kind]) => kind === 'workspace')
    .map(([place]) => valueAt({ params, query, body }, place))
    .filter((value) => typeof value === 'number');
  return header === undefined ? inRequest : [headerId(header), ...inRequest];
}

function headerId(header: string): number {
  const { data } = idText.safeParse(header);
  if (data === undefined) throw new Refusal('workspace.notFound');
  return data;
}

function valueAt(parts: Pick<RequestContext, 'params' | 'query' | 'body'>, place: string): unknown {
  let value: unknown = parts;
  for (const name of place.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}
