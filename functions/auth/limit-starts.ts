import type { APIGatewayProxyEventV2 } from 'aws-lambda';

import type { OpenPlatform } from '#functions/platform/http/request-context.ts';
import { viewerPlace } from '#functions/platform/http/viewer-address.ts';
import { Refusal } from '#shared/refusals.ts';

export type StartLimitDeps = Pick<OpenPlatform, 'originSecret' | 'now'> & {
  visits: { count(visit: { placeHash: string; minute: number; max: number }): Promise<'counted' | 'tooMany'> };
  signInsPerMinute: number;
};

const minuteMs = 60_000;

/** Limits starts per address, because each one writes an item and may call a provider without a session. */
export async function limitStarts(deps: StartLimitDeps, event: Pick<APIGatewayProxyEventV2, 'headers'>): Promise<void> {
  const placeHash = await viewerPlace(deps, event);
  if (placeHash === undefined) return;
  const now = deps.now().getTime();
  const minute = Math.floor(now / minuteMs);
  if ((await deps.visits.count({ placeHash, minute, max: deps.signInsPerMinute })) === 'counted') return;
  throw new Refusal('request.tooMany', { retryAfterSeconds: ((minute + 1) * minuteMs - now) / 1000 });
}
