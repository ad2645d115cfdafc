import { expect, test } from 'vitest';

import { whatsappContract } from '#shared/contracts/whatsapp.ts';

import { refusalIn, parsedReply } from '../kit/answers.ts';
import { guests } from '../kit/guests.ts';
import { numberOf, withGroup } from '../kit/number.ts';
import { eventsFor } from '../kit/orders.ts';
import { soon } from '../kit/soon.ts';
import { subscribe } from '../kit/table.ts';
import { aGroup } from '../kit/whatsapp-world.ts';

const guest = guests('whatsappShared');
const bruno = guest();

/** One number and two workspaces with a group each. The second workspace's events are observed at the event gateway. */
async function homeAndBeach() {
  const ana = await withGroup(guest(), [bruno]);
  const { id: beachId } = await ana.addWorkspace('Casa da praia');
  await subscribe(beachId, 'active');
  const friend = guest();
  await ana.linkAmazon({ as: friend, workspaceId: beachId });
  const beach = numberOf(ana, beachId);
  const shared = parsedReply(whatsappContract.connectInstance.reply, await beach.share(ana.instance.id));
  await ana.switchTo(beachId);
  const gate = await ana.addTrigger('Gate');
  const beachGroup = await aGroup('Praia', [ana.name, bruno]);
  expect((await beach.linkGroup(beachGroup)).status).toBe(201);
  return { ...ana, home: ana.page, beach, beachId, beachGroup, gate, shared };
}

test(
  'shares a number between two workspaces with separate groups and triggers',
  { tags: ['spec-10.1', 'spec-10.2', 'spec-266.1'] },
  async () => {
    const ana = await homeAndBeach();
    expect(ana.shared).toMatchObject({
      referencedInstanceId: ana.instance.id,
      chipStatus: 'CONNECTED',
      phone: ana.instance.phone,
    });
    expect((await ana.beach.current()).referencedWorkspaceName).toBe((await ana.workspaces())[0]?.name);
    expect(await ana.home.groupNames()).toEqual([ana.group.name]);
    expect(await ana.beach.groupNames()).toEqual(['Praia']);
    await ana.group.say(bruno, 'gate');
    await ana.beachGroup.say(bruno, 'good night');
    await ana.line.heard();
    expect([await ana.group.answers(), await ana.beachGroup.answers()]).toEqual([[], []]);
    await ana.group.say(bruno, 'good night');
    await expect.poll(() => eventsFor(ana.trigger.deviceId), soon).toHaveLength(1);
    await ana.beachGroup.say(bruno, 'list');
    await expect
      .poll(() => ana.beachGroup.answers(), soon)
      .toMatchObject([{ text: expect.stringContaining('- Gate') }]);
    await ana.group.say(bruno, 'list');
    await expect
      .poll(async () => (await ana.group.answers()).at(-1)?.text, soon)
      .toEqual(expect.stringContaining('- Good night'));
    await ana.beachGroup.say(bruno, 'gate');
    // The skill is not enabled for the other account, so the reply says that the run failed.
    await expect.poll(async () => (await ana.beachGroup.answers()).at(-1)?.text, soon).toMatch(/^⚠️ .*skill/i);
  },
);

test('links a group only once per number, even from another workspace', async () => {
  const ana = await homeAndBeach();
  expect(refusalIn(await ana.beach.linkGroup(ana.group))).toMatchObject({
    status: 409,
    errorKey: 'group.alreadyLinked',
  });
});
