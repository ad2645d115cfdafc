import { describe, expect, test } from 'vitest';

import { whatsappContract } from '#shared/contracts/whatsapp.ts';

import { parsedReply } from '../kit/answers.ts';
import { guests } from '../kit/guests.ts';
import { withGroup } from '../kit/number.ts';
import { eventsFor, misbehaveOnEvents } from '../kit/orders.ts';
import { soon } from '../kit/soon.ts';
import { subscribe } from '../kit/table.ts';
import { aGroup } from '../kit/whatsapp-world.ts';

const guest = guests('whatsappCommands');
/** A member of every group without a number in the product. */
const bruno = guest();
const nameOf = (key: string): string => `Guest ${key.slice(6)}`;

/** Ana with the trigger "Good night", her number, and a group with Bruno. */
async function family() {
  const ana = await withGroup(guest(), [bruno]);
  const { deviceId } = ana.trigger;
  const texts = async (): Promise<string[]> => (await ana.group.answers()).map(({ text }) => text);
  return {
    ...ana,
    texts,
    wantsTexts: async (): Promise<void> => {
      const [group] = parsedReply(whatsappContract.listGroups.reply, await ana.get('/api/whatsapp-groups'));
      const changed = await ana.send('PATCH', `/api/whatsapp-groups/${group?.id}`, { successAs: 'text' });
      expect(parsedReply(whatsappContract.changeGroup.reply, changed)).toEqual({ ...group, successAs: 'text' });
    },
    events: async (): Promise<number> => (await eventsFor(deviceId)).length,
    inTheEnd: async () => {
      await ana.line.heard();
      return { events: (await eventsFor(deviceId)).length, texts: await texts() };
    },
  };
}

describe('senders', () => {
  test('fires for the owner on the paired phone', { tags: 'spec-3.4' }, async () => {
    const { group, name, inTheEnd } = await family();
    await group.say(name, 'good night');
    expect(await inTheEnd()).toEqual({ events: 1, texts: ['✅'] });
  });

  test('fires for any group member and names the member in history and reply', { tags: 'spec-3.4' }, async () => {
    const ana = await family();
    await ana.wantsTexts();
    await ana.group.say(bruno, 'good night');
    expect(await ana.inTheEnd()).toMatchObject({ events: 1 });
    await expect
      .poll(() => ana.history(ana.trigger.id), soon)
      .toMatchObject([{ channel: 'group', outcome: 'sent', who: nameOf(bruno) }]);
    expect(await ana.texts()).toEqual([`✅ Good night - ${nameOf(bruno)}`]);
  });
});

describe('message texts', () => {
  test.each(['GOOD  NIGHT!', '/góod níght.'])('reads "%s" as the trigger Good night', async (text) => {
    const { group, inTheEnd } = await family();
    await group.say(bruno, text);
    expect(await inTheEnd()).toMatchObject({ events: 1, texts: ['✅'] });
  });

  test('ignores talk, a name within a sentence, pictures, long texts and empty messages', async () => {
    const { group, name, inTheEnd } = await family();
    await group.say(bruno, 'who is at home?');
    await group.say(name, 'good night everybody');
    await group.say(bruno, 'good night', { media: true });
    await group.say(bruno, `good night ${'z'.repeat(200)}`);
    await group.say(bruno, '✅ Good night - Guest');
    await group.say(bruno, ' ');
    expect(await inTheEnd()).toEqual({ events: 0, texts: [] });
  });

  test('ignores messages in a group that is not linked', async () => {
    const { line, name, inTheEnd } = await family();
    const other = await aGroup('Others', [name, bruno]);
    await other.say(bruno, 'good night');
    await other.say(name, 'help');
    expect(await inTheEnd()).toMatchObject({ events: 0 });
    await line.heard();
    expect(await other.answers()).toEqual([]);
  });

  test('answers a built-in command in the language of the word', async () => {
    const { group, texts, inTheEnd } = await family();
    for (const word of ['gatilhos', 'list', 'ayuda', 'estado']) {
      const before = (await texts()).length;
      await group.say(bruno, word);
      await expect.poll(async () => (await texts()).length, soon).toBe(before + 1);
    }
    expect((await inTheEnd()).texts).toEqual([
      '📋 Gatilhos:\n- Good night',
      '📋 Triggers:\n- Good night',
      expect.stringContaining('💡 Escribe el nombre de un disparador'),
      expect.stringMatching(/^✅ /),
    ]);
  });

  test('suggests a trigger for a misspelled name with a sign, once a minute', async () => {
    const { group, inTheEnd } = await family();
    await group.say(bruno, '/god night');
    await expect.poll(() => group.answers(), soon).toHaveLength(1);
    await group.say(bruno, '/good nigth');
    expect(await inTheEnd()).toEqual({ events: 0, texts: [expect.stringContaining('*Good night*')] });
  });

  test('replies with the next step when Alexa does not answer', async () => {
    const { group, trigger, texts } = await family();
    await misbehaveOnEvents(trigger.deviceId, { status: 503 });
    await group.say(bruno, 'good night');
    await expect.poll(texts, soon).toEqual([expect.stringMatching(/^⚠️ Alexa/)]);
  });

  test('replies with the next step when the trigger is disabled', async () => {
    const { group, trigger, change, inTheEnd } = await family();
    await change(trigger.id, { enabled: false });
    await group.say(bruno, 'good night');
    expect(await inTheEnd()).toEqual({ events: 0, texts: [expect.stringMatching(/^⚠️ \*Good night\*/)] });
  });
});

test('replies after the home has confirmed the run if the routine confirms', async () => {
  const ana = await family();
  const { id } = ana.trigger;
  await ana.change(id, { receipt: true });
  await expect.poll(() => ana.home.knows(), soon).toEqual(['Good night', 'Good night ok']);
  await ana.home.buildRoutine('Good night', [{ kind: 'scene', scene: 'Good night ok' }]);
  await ana.wantsTexts();
  await ana.group.say(bruno, 'good night');
  await expect.poll(ana.texts, soon).toEqual([expect.stringMatching(/ - Guest \d+: ran after \d\.\d s$/)]);
  await expect.poll(() => ana.history(id), soon).toMatchObject([{ channel: 'group', outcome: 'sent', answer: 'ran' }]);
});

describe('message delivery', () => {
  test('fires and replies once for a message that is delivered ten times', async () => {
    const { group, line, inTheEnd } = await family();
    const message = await group.say(bruno, 'good night');
    await line.heard();
    const [delivery] = (await line.deliveries()).filter(({ event }) => event === 'message.any');
    await line.order({ do: 'redeliver', ids: [delivery?.id], times: 5, order: 'together' });
    await group.again(message, 5);
    expect(await inTheEnd()).toMatchObject({ events: 1, texts: ['✅'] });
  });

  test('fires once for a message that is delivered ten times before the first reply', async () => {
    const { group, line, inTheEnd } = await family();
    await line.order({ do: 'hold' });
    const message = await group.say(bruno, 'good night');
    await group.again(message, 9);
    await line.order({ do: 'release', order: 'together' });
    expect(await inTheEnd()).toMatchObject({ events: 1, texts: ['✅'] });
    await line.order({ do: 'retry' });
    expect(await inTheEnd()).toMatchObject({ events: 1, texts: ['✅'] });
  });

  test('ignores a message that is three minutes late and accepts one that is one minute late', async () => {
    const { group, inTheEnd } = await family();
    await group.say(bruno, 'good night', { secondsAgo: 180 });
    expect(await inTheEnd()).toEqual({ events: 0, texts: [] });
    await group.say(bruno, 'good night', { secondsAgo: 60 });
    expect(await inTheEnd()).toMatchObject({ events: 1 });
  });

  test('ignores a message with a wrong signature or an old one', async () => {
    const { group, line, inTheEnd } = await family();
    await line.order({ do: 'tamper', next: 1 });
    await group.say(bruno, 'good night');
    await line.heard();
    const [delivery] = (await line.deliveries()).filter(({ event }) => event === 'message.any');
    expect(delivery).toMatchObject({ state: 'failed', attempts: [401] });
    await line.order({ do: 'redeliver', ids: [delivery?.id], secondsAgo: 1200 });
    expect(await inTheEnd()).toEqual({ events: 0, texts: [] });
    // A retry with the same id and the original signature is accepted.
    await line.order({ do: 'retry' });
    expect(await inTheEnd()).toMatchObject({ events: 1 });
    expect((await line.deliveries()).find(({ id }) => id === delivery?.id)).toMatchObject({
      state: 'delivered',
      attempts: [401, 200],
    });
  });

  test('accepts messages that are delivered in another order', async () => {
    const { group, line, addTrigger, home, inTheEnd } = await family();
    await addTrigger('Garage');
    await expect.poll(() => home.knows(), soon).toEqual(['Garage', 'Good night']);
    await line.order({ do: 'hold' });
    await group.say(bruno, 'good night');
    await group.say(bruno, 'garage');
    await line.order({ do: 'release', order: 'reversed' });
    expect(await inTheEnd()).toEqual({ events: 1, texts: ['✅', '✅'] });
  });
});

describe('limits', () => {
  test('replies once to a member above the limit, then ignores that member and still answers others', async () => {
    const { group, name, texts, inTheEnd } = await family();
    for (let count = 1; count <= 6; count += 1) {
      await group.say(bruno, 'help');
      await expect.poll(async () => (await texts()).length, soon).toBe(count);
    }
    await group.say(bruno, 'help');
    await expect.poll(async () => (await texts()).at(-1), soon).toMatch(/^⏳/);
    await group.say(bruno, 'help');
    await group.say(bruno, 'good night');
    expect(await inTheEnd()).toMatchObject({ events: 0, texts: { length: 7 } });
    await group.say(name, 'good night');
    expect(await inTheEnd()).toMatchObject({ events: 1, texts: { length: 8 } });
  });

  test('runs a trigger once when two members send it together, and notifies the second member', async () => {
    const { group, name, inTheEnd } = await family();
    await group.say(bruno, 'good night');
    await group.say(name, 'good night');
    const { events, texts } = await inTheEnd();
    expect(events).toBe(1);
    expect(texts.map((text) => text.slice(0, 1)).toSorted()).toEqual(['⏳', '✅'].toSorted());
  });
});

describe('without a plan', () => {
  test('notifies the group once a day without firing, and continues with a new plan', async () => {
    const { group, name, trigger, page, texts, inTheEnd } = await family();
    await subscribe(trigger.workspaceId, 'canceled');
    await group.say(bruno, 'good night');
    await expect.poll(texts, soon).toEqual([expect.stringMatching(/^🔒/)]);
    await group.say(name, 'good night');
    await group.say(bruno, 'help');
    await group.say(bruno, 'nothing of ours');
    expect(await inTheEnd()).toMatchObject({ events: 0, texts: { length: 1 } });
    expect(await page.groups()).toHaveLength(1);
    expect(await page.chipStatus()).toBe('CONNECTED');
    await subscribe(trigger.workspaceId, 'active');
    await group.say(bruno, 'good night');
    expect(await inTheEnd()).toMatchObject({ events: 1, texts: { length: 2 } });
  });
});

describe('changes of the group', () => {
  test('follows a new name of the group', async () => {
    const { group, page, line } = await family();
    await group.rename('The family');
    await line.heard();
    // A delivery that the busy product rejected is retried.
    await expect.poll(() => page.groupNames(), soon).toEqual(['The family']);
  });

  test('removes the group when the number is removed from it', async () => {
    const { group, page, name, line } = await family();
    await group.remove(name);
    await line.heard();
    await expect.poll(() => page.groups(), soon).toEqual([]);
  });

  test('ignores a group after its owner unlinks it', async () => {
    const { group, page, inTheEnd } = await family();
    const [{ id } = { id: 0 }] = await page.groups();
    expect((await page.unlinkGroup(id)).status).toBe(204);
    await group.say(bruno, 'good night');
    expect(await inTheEnd()).toEqual({ events: 0, texts: [] });
    expect((await page.linkGroup(group)).status).toBe(201);
    await group.say(bruno, 'good night');
    expect(await inTheEnd()).toMatchObject({ events: 1 });
  });
});
