import { isReportRefusal } from '#functions/data/alexa/reported-store.ts';
import type { GrantItem } from '#functions/data/items/grant-item.ts';
import type { Work } from '#functions/outbox/work.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import type { ReportDevicesDeps } from './devices/report-devices.ts';
import { endpointsOf } from './messages/endpoint.ts';
import { addOrUpdateReport } from './messages/skill-messages.ts';

export type AskGatewayDeps = Pick<
  ReportDevicesDeps,
  'links' | 'listDevices' | 'send' | 'findingsCheck' | 'newId' | 'log'
>;

const transient: ReadonlySet<string> = new Set(['throttled', 'unavailable', 'unknown']);

/**
 * Asks the gateway whether it knows the skill. The gateway responds only to messages, so this reports a device again,
 * which has no effect in Alexa. `send` stores the answer.
 */
export async function askGateway(
  { links, listDevices, send, findingsCheck, newId, log }: AskGatewayDeps,
  { amazonUserId, workspaceId }: Pick<GrantItem, 'amazonUserId' | 'workspaceId'>,
  deadline: Deadline,
): Promise<Work> {
  const link = await links.find(amazonUserId);
  if (!link || link.workspaceId !== workspaceId) return done;
  const { devices } = await listDevices(workspaceId, link.link);
  const [endpoint] = endpointsOf(devices, () => undefined);
  // Without a trigger there is nothing to report, and no run can fail.
  if (!endpoint) return done;
  const messageId = newId();
  const build = (token: string): object => addOrUpdateReport({ newId: () => messageId }, [endpoint], token);
  const { outcome, retryAfterSeconds } = await send({ workspaceId }, build, deadline);
  log('grant.checked', { workspaceId, asked: 'gateway', outcome });
  if (transient.has(outcome)) {
    return { outcome: 'retry', failure: outcome, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  }
  return isReportRefusal(outcome) ? { outcome: 'done', writes: [findingsCheck(workspaceId)] } : done;
}

const done: Work = { outcome: 'done', writes: [] };
