import type { AccessItem } from '#functions/data/grant-item.ts';

import type { Device } from './endpoint.ts';
import { contactReport, runMessage } from './run-message.ts';
import { sendToGateway, type SendDeps, type Sent } from './send-to-gateway.ts';

/** What ringing has to know of a trigger. */
export type Bell = Pick<Device, 'deviceId' | 'starter'> & { workspaceId: number; openSince?: number | undefined };

/** Rings a trigger's device once, for a person who waits until `deadline` (ms since 1970). */
export async function ringDevice(
  deps: SendDeps,
  bell: Bell,
  { access, deadline }: { access: AccessItem; deadline: number },
): Promise<Sent> {
  const send = (build: (token: string) => object): Promise<Sent> =>
    sendToGateway(deps, { workspaceId: bell.workspaceId }, build, deadline, { access });

  if (bell.starter === 'contact-sensor' && bell.openSince !== undefined) {
    // The last run was never reported closed, and Alexa would not notice this one.
    const moment = { messageId: deps.newId(), at: deps.now() };
    const closed = await send((token) => contactReport(bell, 'NOT_DETECTED', moment, token));
    if (closed.outcome === 'unknown') return { ...closed, outcome: 'unavailable' };
    if (closed.outcome !== 'sent') return closed;
  }
  const moment = { messageId: deps.newId(), at: deps.now() };
  return send((token) => runMessage(bell, moment, token));
}
