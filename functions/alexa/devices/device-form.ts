import { createHash } from 'node:crypto';

import type { AmazonLinkStore } from '#functions/data/alexa/amazon-link-store.ts';
import type { Reported, ReportedStore } from '#functions/data/alexa/reported-store.ts';
import type { OutboxStore } from '#functions/data/outbox/outbox-store.ts';

import { endpointOf, starterNames } from '../messages/endpoint.ts';

const samples = starterNames.map((starter) => endpointOf({ deviceId: 'sample', name: 'Sample', starter }));

/** Changes with everything that Alexa receives about a device except its id and name, such as the name of its event. */
export const deviceForm = createHash('sha256').update(JSON.stringify(samples)).digest('base64url').slice(0, 16);

/** Marks the devices of a list as reported in the current form. */
export const inCurrentForm = (reported: Reported): Reported => ({ ...reported, form: deviceForm });

export type ReportOldFormDeps = {
  links: Pick<AmazonLinkStore, 'find'>;
  reported: Pick<ReportedStore, 'find'>;
  outbox: Pick<OutboxStore, 'add'>;
  newId: () => string;
  now: () => Date;
};

/** Queues a report of devices that Alexa last received in an older form. */
export async function reportOldForm(deps: ReportOldFormDeps, amazonUserId: string): Promise<void> {
  const [reported, link] = await Promise.all([deps.reported.find(amazonUserId), deps.links.find(amazonUserId)]);
  if (!link || reported.form === deviceForm) return;
  const { workspaceId, link: number } = link;
  const made = { id: deps.newId(), now: deps.now() };
  await deps.outbox.add({ topic: 'devices', amazonUserId, workspaceId, link: number, removed: [] }, made, []);
}
