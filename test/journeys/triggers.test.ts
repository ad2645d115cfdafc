import { describe, expect, test } from 'vitest';

import { historyContract } from '#shared/contracts/history.ts';
import { triggersContract } from '#shared/contracts/triggers.ts';

import type { Answered } from '../local/browser-like.ts';
import { refusalIn, parsedReply } from './kit/answers.ts';
import { guests } from './kit/guests.ts';
import { eventsFor } from './kit/orders.ts';
import { newcomer, settled, type JourneyPerson } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { countTriggers } from './kit/table.ts';
import { fire } from './kit/webhook-call.ts';

const guest = guests('triggers');
const create = (person: JourneyPerson, body: unknown): Promise<Answered> => person.send('POST', '/api/triggers', body);
const fieldRefusal = (status: number, errorKey: string) => ({ status, errorKey, fields: { name: errorKey } });

async function linked(): Promise<JourneyPerson> {
  const person = await newcomer(guest());
  await person.linkAmazon();
  return person;
}

describe('creating triggers', () => {
  test('requires a linked Amazon account', { tags: 'spec-235.1' }, async () => {
    const ana = await newcomer(guest());
    expect(refusalIn(await create(ana, { name: 'Good night' }))).toEqual({ status: 409, errorKey: 'amazon.notLinked' });
    await ana.linkAmazon();
    expect((await create(ana, { name: 'Good night' })).status).toBe(201);
  });

  test(
    'requires a name of 3 to 110 letters, digits and spaces of any language',
    { tags: ['spec-11.1', 'spec-214.1', 'spec-214.2', 'spec-296.1', 'spec-337.1'] },
    async () => {
      const ana = await linked();
      for (const [name, errorKey] of [
        ['', 'trigger.nameTooShort'],
        [' ab ', 'trigger.nameTooShort'],
        ['a'.repeat(111), 'trigger.nameTooLong'],
        ['Good-night', 'trigger.nameCharacters'],
        ['Good_night', 'trigger.nameCharacters'],
        ['<b>night</b>', 'trigger.nameCharacters'],
        ['Night 🌙 now', 'trigger.nameCharacters'],
      ] as const) {
        expect(refusalIn(await create(ana, { name }))).toEqual(fieldRefusal(400, errorKey));
      }
      for (const name of [7, null, undefined]) {
        expect(refusalIn(await create(ana, { name }))).toMatchObject({
          status: 400,
          fields: { name: 'request.invalid' },
        });
      }
      for (const name of ['abc', 'ñandú 24', 'Luz da varanda', '日本語', 'a'.repeat(110)]) {
        expect((await create(ana, { name })).status).toBe(201);
      }
      expect((await ana.addTrigger('  Boa   noite ')).name).toBe('Boa noite');
      expect(await ana.triggers()).toHaveLength(6);
    },
  );

  test(
    'requires a name that is unique within the workspace, ignoring case, accents and spacing',
    { tags: ['spec-214.3', 'spec-304.1', 'spec-305.1'] },
    async () => {
      const ana = await linked();
      const first = await ana.addTrigger('Boa Noite');
      for (const name of ['Boa Noite', 'boa noite', ' BOA  NOÍTE ']) {
        expect(refusalIn(await create(ana, { name }))).toEqual(fieldRefusal(409, 'trigger.nameTaken'));
      }
      const other = await ana.addTrigger('Bom dia');
      const rename = await ana.send('PATCH', `/api/triggers/${other.id}`, { name: 'boa noite' });
      expect(refusalIn(rename)).toEqual(fieldRefusal(409, 'trigger.nameTaken'));
      expect((await ana.change(first.id, { name: 'BOA NOITE' })).name).toBe('BOA NOITE');
      await ana.send('DELETE', `/api/triggers/${first.id}`);
      expect((await ana.change(other.id, { name: 'boa noite' })).name).toBe('boa noite');
      const bruno = await linked();
      expect((await create(bruno, { name: 'Boa noite' })).status).toBe(201);
    },
  );

  test('creates one trigger when two requests use the same name concurrently', { tags: 'spec-214.3' }, async () => {
    const ana = await linked();
    const both = await Promise.all([create(ana, { name: 'Good night' }), create(ana, { name: 'good night' })]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(await ana.triggers()).toHaveLength(1);
  });

  test(
    'ignores the userId in the body and uses the signed-in user',
    { tags: ['spec-149.1', 'spec-259.1'] },
    async () => {
      const ana = await linked();
      const body = { name: 'Good night', userId: 'somebody-else', description: 'Lights out' };
      const made = parsedReply(triggersContract.createTrigger.reply, await create(ana, body));
      expect(made).toMatchObject({
        userId: (await ana.whoAmI()).id,
        workspaceId: (await ana.current()).id,
        description: 'Lights out',
        enabled: true,
        lastExecuted: null,
      });
      expect(made.deviceId).toMatch(/^trg-[\w-]+$/);
      expect(refusalIn(await create(ana, { name: 'Other', description: 'a'.repeat(281) }))).toMatchObject({
        status: 400,
        errorKey: 'trigger.descriptionTooLong',
      });
    },
  );

  test('creates a disabled trigger on request, which runs only after it is enabled', async () => {
    const ana = await settled(guest());
    const { reply } = triggersContract.createTrigger;
    const made = parsedReply(reply, await create(ana, { name: 'Gate', enabled: false }));
    expect(made.enabled).toBe(false);
    expect(await ana.triggers()).toContainEqual(expect.objectContaining({ id: made.id, enabled: false }));
    expect(await ana.execute(made.id)).toMatchObject({ success: false, errorKey: 'trigger.disabled' });
    await ana.send('PATCH', `/api/triggers/${made.id}`, { enabled: true });
    expect(await ana.execute(made.id)).toMatchObject({ success: true });
    expect(refusalIn(await create(ana, { name: 'Other', enabled: 'no' }))).toMatchObject({
      status: 400,
      fields: { enabled: 'request.invalid' },
    });
  });

  test('lists triggers by name', { tags: 'spec-258.1' }, async () => {
    const ana = await linked();
    for (const name of ['Zebra', 'abacate', 'Árvore', 'Baleia']) await ana.addTrigger(name);
    expect((await ana.triggers()).map(({ name }) => name)).toEqual(['abacate', 'Árvore', 'Baleia', 'Zebra']);
  });

  test('refuses trigger number 301 of an Amazon account with its own error key', { tags: 'spec-13.1' }, async () => {
    const ana = await linked();
    await countTriggers((await ana.current()).id, 299);
    expect((await create(ana, { name: 'The last one' })).status).toBe(201);
    expect(refusalIn(await create(ana, { name: 'One too many' }))).toEqual({
      status: 409,
      errorKey: 'trigger.limitReached',
    });
  });
});

describe('changing triggers', () => {
  test('keeps omitted fields and the webhook address', { tags: 'spec-149.2' }, async () => {
    const ana = await linked();
    const made = parsedReply(
      triggersContract.createTrigger.reply,
      await create(ana, { name: 'Good night', description: 'Lights out' }),
    );
    const off = await ana.change(made.id, { enabled: false });
    expect(off).toEqual({ ...made, enabled: false, updatedAt: off.updatedAt });
    const renamed = await ana.change(made.id, { name: 'Good night all', enabled: true });
    expect(renamed).toEqual({ ...made, name: 'Good night all', updatedAt: renamed.updatedAt });
    const undescribed = await ana.change(made.id, { description: '' });
    expect(undescribed.description).toBeUndefined();
    expect(await ana.triggers()).toEqual([undescribed]);
  });

  test('refuses a change based on an outdated version', { tags: 'spec-260.1' }, async () => {
    const ana = await linked();
    const seen = await ana.addTrigger('Good night');
    const { updatedAt } = await ana.change(seen.id, { name: 'Changed on the phone', updatedAt: seen.updatedAt });
    const stale = { name: 'Changed on the laptop', updatedAt: seen.updatedAt };
    expect(refusalIn(await ana.send('PATCH', `/api/triggers/${seen.id}`, stale))).toEqual({
      status: 409,
      errorKey: 'trigger.changedElsewhere',
    });
    expect((await ana.change(seen.id, { ...stale, updatedAt })).name).toBe('Changed on the laptop');
  });

  test('refuses to change, delete or read the history of a deleted trigger', { tags: 'spec-210.1' }, async () => {
    const ana = await linked();
    const { id } = await ana.addTrigger('Good night');
    expect((await ana.send('DELETE', `/api/triggers/${id}`)).status).toBe(204);
    const notFound = { status: 404, errorKey: 'trigger.notFound' };
    expect(refusalIn(await ana.send('DELETE', `/api/triggers/${id}`))).toEqual(notFound);
    expect(refusalIn(await ana.send('PATCH', `/api/triggers/${id}`, { name: 'Again' }))).toEqual(notFound);
    expect(refusalIn(await ana.get(`/api/triggers/${id}/executions`))).toEqual(notFound);
    expect(await ana.triggers()).toEqual([]);
  });

  test('keeps a trigger deleted when runs happen at the same time', { tags: 'spec-261.1' }, async () => {
    const ana = await settled(guest());
    const [, deleted] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, () => fire(ana.address))),
      ana.send('DELETE', `/api/triggers/${ana.trigger.id}`),
    ]);
    expect(deleted.status).toBe(204);
    expect(await ana.triggers()).toEqual([]);
    expect((await fire(ana.address)).status).toBe(404);
  });
});

describe('the run history', () => {
  test('lists runs newest first in pages of 25 without gaps or repetitions', async () => {
    const ana = await settled(guest());
    await Promise.all(Array.from({ length: 28 }, () => fire(ana.address)));
    const path = `/api/triggers/${ana.trigger.id}/executions`;
    const page = async (cursor?: string) =>
      parsedReply(
        historyContract.listExecutions.reply,
        await ana.get(cursor === undefined ? path : `${path}?${new URLSearchParams({ cursor }).toString()}`),
      );
    const all = async () => {
      const first = await page();
      const second = first.cursor === undefined ? { items: [], cursor: 'none' } : await page(first.cursor);
      return { first, second };
    };
    await expect.poll(async () => (await all()).second.items.length, soon).toBe(3);
    const { first, second } = await all();
    expect(first.items).toHaveLength(25);
    expect(second.cursor).toBeUndefined();
    const runs = [...first.items, ...second.items];
    expect(new Set(runs.map(({ id }) => id)).size).toBe(28);
    expect(runs.map(({ at }) => at)).toEqual(runs.map(({ at }) => at).toSorted((a, b) => b.localeCompare(a)));
    expect((await ana.get(`${path}?cursor=made-up`)).status).toBe(400);
    expect(await eventsFor(ana.trigger.deviceId)).toHaveLength(28);
  });

  test('filters runs by channel and by whether they were sent', async () => {
    const ana = await settled(guest());
    const path = `/api/triggers/${ana.trigger.id}/executions`;
    const list = async (narrowing: Record<string, string> = {}) => {
      const query = new URLSearchParams(narrowing).toString();
      const { items } = parsedReply(
        historyContract.listExecutions.reply,
        await ana.get(query ? `${path}?${query}` : path),
      );
      return items.map(({ channel, outcome }) => `${channel} ${outcome}`);
    };
    await fire(ana.address);
    await ana.send('POST', `/api/triggers/${ana.trigger.id}/execute`);
    await ana.change(ana.trigger.id, { enabled: false });
    await fire(ana.address);
    await expect.poll(() => list(), soon).toEqual(['webhook disabled', 'click sent', 'webhook sent']);
    expect(await list({ channel: 'webhook' })).toEqual(['webhook disabled', 'webhook sent']);
    expect(await list({ outcome: 'sent' })).toEqual(['click sent', 'webhook sent']);
    expect(await list({ outcome: 'notSent' })).toEqual(['webhook disabled']);
    expect(await list({ channel: 'click', outcome: 'notSent' })).toEqual([]);
    for (const [field, value] of [
      ['channel', 'window'],
      ['channel', ''],
      ['outcome', 'disabled'],
    ] as const) {
      const refused = await ana.get(`${path}?${new URLSearchParams({ [field]: value }).toString()}`);
      const errorKey = 'request.invalid';
      expect(refusalIn(refused)).toEqual({ status: 400, errorKey, fields: { [field]: errorKey } });
    }
  });

  test('counts runs per day for the dashboard, including days without runs', async () => {
    const ana = await settled(guest());
    const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    // A new day may begin at any time.
    const begun = dayOf(Date.now());
    await fire(ana.address);
    await fire(ana.address);
    await ana.change(ana.trigger.id, { enabled: false });
    await fire(ana.address);
    const days = async () =>
      parsedReply(triggersContract.dailyExecutions.reply, await ana.get('/api/executions/daily'));
    const since = async (first: string) => {
      const runs = (await days()).filter(({ day }) => day >= first);
      const sum = (of: 'sent' | 'failed' | 'ran') => runs.reduce((total, day) => total + day[of], 0);
      return { sent: sum('sent'), failed: sum('failed'), ran: sum('ran') };
    };
    await expect.poll(() => since(begun), soon).toEqual({ sent: 2, failed: 1, ran: 0 });
    expect(await since('')).toEqual({ sent: 2, failed: 1, ran: 0 });
    const fortnight = (await days()).map(({ day }) => day);
    const last = fortnight.at(-1) ?? '';
    expect([begun, dayOf(Date.now())]).toContain(last);
    expect(fortnight).toEqual(
      Array.from({ length: 14 }, (_, index) => dayOf(Date.parse(last) - (13 - index) * 86_400_000)),
    );
  });
});
