import type { AccessItem } from '#functions/data/items/grant-item.ts';
import type { Deadline } from '#functions/platform/time/deadline.ts';

import type { Device } from '../messages/endpoint.ts';
import { contactReport, runMessage } from '../messages/run-message.ts';
import { sendToGateway, type SendDeps, type SendOptions, type Sent } from './send-to-gateway.ts';

export type EventTarget = Pick<Device, 'deviceId' | 'starter'> & {
  workspaceId: number;
  openSince?: number | undefined;
};

export type RunEvent = {
  /** Id of the run and of its message. */
  id: string;
  access: AccessItem;
  deadline: Deadline;
  /** Called for the message of the run, not for the one that closes a contact. */
  mayArrive?: NonNullable<SendOptions['mayArrive']>;
};

export async function sendRunEvent(deps: SendDeps, target: EventTarget, event: RunEvent): Promise<Sent> {
  const { id, deadline, access, mayArrive } = event;
  const send = (build: (token: string) => object, options: SendOptions = {}): Promise<Sent> =>
    sendToGateway(deps, { workspaceId: target.workspaceId }, build, deadline, { access, executionId: id, ...options });

  if (target.starter === 'contact-sensor' && target.openSince !== undefined) {
    // The last run left the contact open, and Alexa starts routines only when a closed contact opens.
    const moment = { messageId: deps.newId(), at: deps.now() };
    const closed = await send((token) => contactReport(target, 'NOT_DETECTED', moment, token));
    // The run's own event was not sent, so its outcome is known.
    if (closed.outcome === 'unknown') return { ...closed, outcome: 'unavailable' };
    if (closed.outcome !== 'sent') return closed;
  }
  const moment = { messageId: id, at: deps.now() };
  return send((token) => runMessage(target, moment, token), mayArrive && { mayArrive });
}
