import { instanceKey, notificationKey } from '#functions/data/keys.ts';

import { stackControls } from '../../local/local-client.ts';
import { setAttributes } from '../../support/worlds/set-attributes.ts';
import { addresses } from './addresses.ts';
import { ago, inTable } from './in-table.ts';

const controls = () => stackControls(addresses());

/** Makes the workspace's number disconnected for over an hour and runs the sweep, which notifies the owner. */
export async function letLostHourPass(workspaceId: number): Promise<void> {
  await controls().drain();
  await inTable(async (table) => {
    await setAttributes(table, instanceKey(workspaceId), { lostSince: Date.parse(ago(3700)) });
    await setAttributes(table, notificationKey(workspaceId), { dueAt: ago(1) });
  });
  for (const job of ['sweep', 'sweep']) await controls().invoke('schedules', { job });
  await controls().drain();
}

/** Makes the workspace's number disconnected for over a day and runs the job that then ends the connection. */
export async function letLostDayPass(workspaceId: number): Promise<void> {
  await inTable((table) =>
    setAttributes(table, instanceKey(workspaceId), { lostSince: Date.parse(ago(90_000)), dueAt: ago(1) }),
  );
  await controls().invoke('whatsapp-jobs', { job: 'lookAtLines' });
  await controls().drain();
}
