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
/** A member of every group, without a number in the product. */
const bruno = guest();
const nameOf = (key: string): string => `Guest ${key.slice(6)}`;

/** Ana with a trigger "Good night", her number and a group with Bruno. */
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

describe('who types', () => {
  test('may be the owner, on the very phone that is paired', { tags: 'spec-3.4' }, async () => {
    const { group, name, inTheEnd } = await family();
    await group.say(name, 'good night');
    expect(await inTheEnd()).toEqual({ events: 1, texts: ['✅'] });
  });

  test('may be anybody of the group, and is named in the history and in a text', { tags: 'spec-3.4' }, async () => {
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

describe('what is typed', () => {
  test.each(['GOOD  NIGHT!', '/góod níght.'])('"%s" is the trigger Good night', async (text) => {
    const { group, inTheEnd } = await family();
    await group.say(bruno, text);
    expect(await inTheEnd()).toMatchObject({ events: 1, texts: ['✅'] });
  });

  test('in passing stays unanswered: talk, the name within a sentence, a picture, a long text, nothing', async () => {
    const { group, name, inTheEnd } = await family();
    await group.say(bruno, 'who is at home?');
    await group.say(name, 'good night everybody');
    await group.say(bruno, 'good night', { media: true });
    await group.say(bruno, `good night ${'z'.repeat(200)}`);
    await group.say(bruno, '✅ Good night - Guest');
    await group.say(bruno, ' ');
    expect(await inTheEnd()).toEqual({ events: 0, texts: [] });
  });

  test('in a group that is not linked stays unanswered', async () => {
    const { line, name, inTheEnd } = await family();
    const other = await aGroup('Others', [name, bruno]);
    await other.say(bruno, 'good night');
    await other.say(name, 'help');
    expect(await inTheEnd()).toMatchObject({ events: 0 });
    await line.heard();
    expect(await other.answers()).toEqual([]);
  });

  test('may be a word of ours, in the language of which it is answered', async () => {
    const { group, texts, inTheEnd } = await family();
    for (const word of ['gatilhos', 'list', 'ayuda', 'estado']) {
      const before = (await texts()).length;
      await group.say(bruno, word);
      await expect.poll(async () => (await texts()).length, soon).toBe(before + 1);
    }
    expect((await inTheEnd()).texts).toEqual([
      '📋 Gatilhos:\n- Good night',
      '📋 Triggers:\n- Good night',
      expect.stringContaining('💡 Escriba el nombre de un disparador'),
      expect.stringMatching(/^✅ /),
    ]);
  });

  test('with a slip and a sign is asked back, once a minute', async () => {
    const { group, inTheEnd } = await family();
    await group.say(bruno, '/god night');
    await expect.poll(() => group.answers(), soon).toHaveLength(1);
    await group.say(bruno, '/good nigth');
    expect(await inTheEnd()).toEqual({ events: 0, texts: [expect.stringContaining('*Good night*')] });
  });

  test('is answered with what to do when Alexa does not answer', async () => {
    const { group, trigger, texts } = await family();
    await misbehaveOnEvents(trigger.deviceId, { status: 503 });
    await group.say(bruno, 'good night');
    await expect.poll(texts, soon).toEqual([expect.stringMatching(/^⚠️ Alexa/)]);
  });

  test('is answered with what to do when the trigger is switched off', async () => {
    const { group, trigger, change, inTheEnd } = await family();
    await change(trigger.id, { enabled: false });
    await group.say(bruno, 'good night');
    expect(await inTheEnd()).toEqual({ events: 0, texts: [expect.stringMatching(/^⚠️ \*Good night\*/)] });
  });
});

test('a command whose routine confirms is answered once the home has confirmed it', async () => {
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

describe('a message that comes', () => {
  test('ten times, all at once and one after the other, fires once and is answered once', async () => {
    const { group, line, inTheEnd } = await family();
    const message = await group.say(bruno, 'good night');
    await line.heard();
    const [delivery] = (await line.deliveries()).filter(({ event }) => event === 'message.any');
    await line.order({ do: 'redeliver', ids: [delivery?.id], times: 5, order: 'together' });
    await group.again(message, 5);
    expect(await inTheEnd()).toMatchObject({ events: 1, texts: ['✅'] });
  });

  test('ten times before the first was answered fires once', async () => {
    const { group, line, inTheEnd } = await family();
    await line.order({ do: 'hold' });
    const message = await group.say(bruno, 'good night');
    await group.again(message, 9);
    await line.order({ do: 'release', order: 'together' });
    expect(await inTheEnd()).toMatchObject({ events: 1, texts: ['✅'] });
    await line.order({ do: 'retry' });
    expect(await inTheEnd()).toMatchObject({ events: 1, texts: ['✅'] });
  });

  test('three minutes late does not fire, and one that is a minute late does', async () => {
    const { group, inTheEnd } = await family();
    await group.say(bruno, 'good night', { secondsAgo: 180 });
    expect(await inTheEnd()).toEqual({ events: 0, texts: [] });
    await group.say(bruno, 'good night', { secondsAgo: 60 });
    expect(await inTheEnd()).toMatchObject({ events: 1 });
  });

  test('with a wrong signature, or long after it was signed, does nothing', async () => {
    const { group, line, inTheEnd } = await family();
    await line.order({ do: 'tamper', next: 1 });
    await group.say(bruno, 'good night');
    await line.heard();
    const [delivery] = (await line.deliveries()).filter(({ event }) => event === 'message.any');
    expect(delivery).toMatchObject({ state: 'failed', attempts: [401] });
    await line.order({ do: 'redeliver', ids: [delivery?.id], secondsAgo: 1200 });
    expect(await inTheEnd()).toEqual({ events: 0, texts: [] });
    // Retried under the same id, with its first signature, it counts.
    await line.order({ do: 'retry' });
    expect(await inTheEnd()).toMatchObject({ events: 1 });
    expect((await line.deliveries()).find(({ id }) => id === delivery?.id)).toMatchObject({
      state: 'delivered',
      attempts: [401, 200],
    });
  });

  test('in another order than it was written counts all the same', async () => {
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

describe('too much', () => {
  test('of one person is answered once and then ignored, while others are answered', async () => {
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

  test('of one trigger: two people at once are one run, and the second one gets an answer that says so', async () => {
    const { group, name, inTheEnd } = await family();
    await group.say(bruno, 'good night');
    await group.say(name, 'good night');
    const { events, texts } = await inTheEnd();
    expect(events).toBe(1);
    expect(texts.map((text) => text.slice(0, 1)).toSorted()).toEqual(['⏳', '✅'].toSorted());
  });
});

describe('without a plan', () => {
  test('the group is notified once a day, nothing fires and nothing is lost; with one again it goes on', async () => {
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

describe('what happens to the group', () => {
  test('is followed: it gets its new name', async () => {
    const { group, page, line } = await family();
    await group.rename('The family');
    await line.heard();
    // A delivery that met a busy product is retried.
    await expect.poll(() => page.groupNames(), soon).toEqual(['The family']);
  });

  test('is followed: it goes when the number is removed from it', async () => {
    const { group, page, name, line } = await family();
    await group.remove(name);
    await line.heard();
    await expect.poll(() => page.groups(), soon).toEqual([]);
  });

  test('is the choice of its owner, too: unlinked, it gets no answer any more', async () => {
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
