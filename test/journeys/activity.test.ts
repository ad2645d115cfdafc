import { expect, test } from 'vitest';

import { historyContract } from '#shared/contracts/history.ts';

import { parsedReply, refusalIn } from './kit/answers.ts';
import { guests } from './kit/guests.ts';
import { settled } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { fire } from './kit/webhook-call.ts';

const guest = guests('activity');

test('lists the runs of all triggers as one activity, and filters it', { tags: 'threat-foreign-id' }, async () => {
  const [ana, bruno] = [await settled(guest()), await settled(guest())];
  const second = await ana.addTrigger('Second');
  const { name } = await ana.whoAmI();
  const list = async (narrowing: Record<string, string> = {}) => {
    const query = new URLSearchParams(narrowing).toString();
    const { items } = parsedReply(
      historyContract.listActivity.reply,
      await ana.get(query ? `/api/executions?${query}` : '/api/executions'),
    );
    return items.map(({ triggerId, channel, outcome }) => [triggerId, channel, outcome]);
  };
  await fire(ana.address);
  await ana.send('POST', `/api/triggers/${second.id}/execute`);
  await ana.change(second.id, { enabled: false });
  await ana.send('POST', `/api/triggers/${second.id}/execute`);
  await fire(bruno.address);
  const webhook = [ana.trigger.id, 'webhook', 'sent'];
  const click = [second.id, 'click', 'sent'];
  const off = [second.id, 'click', 'disabled'];
  await expect.poll(() => list(), soon).toEqual([off, click, webhook]);
  expect(await list({ channel: 'webhook' })).toEqual([webhook]);
  expect(await list({ outcome: 'notSent' })).toEqual([off]);
  expect(await list({ trigger: second.id })).toEqual([off, click]);
  expect(await list({ who: name, channel: 'click' })).toEqual([off, click]);
  expect(await list({ day: '2026-01-01' })).toEqual([]);
  const refused = async (narrowing: Record<string, string>) =>
    refusalIn(await ana.get(`/api/executions?${new URLSearchParams(narrowing).toString()}`));
  expect(await refused({ trigger: bruno.trigger.id })).toMatchObject({ status: 404, errorKey: 'trigger.notFound' });
  for (const field of ['cursor', 'channel', 'person', 'day'])
    expect(await refused({ [field]: 'made-up' })).toMatchObject({ status: 400, errorKey: 'request.invalid' });
});
