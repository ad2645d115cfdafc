import { expect, test } from 'vitest';

import { endOf } from './kit/connect.ts';
import { guests } from './kit/guests.ts';
import { newcomer } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { fire, runIn } from './kit/webhook-call.ts';

const guest = guests('mainJob');

test(
  'takes a new user from sign-in to a home that reacts to a webhook, and deletes everything again',
  {
    tags: [
      'spec-3.3',
      'spec-7.1',
      'spec-9.1',
      'spec-11.1',
      'spec-11.2',
      'spec-145.1',
      'spec-147.2',
      'spec-149.1',
      'spec-162.1',
      'spec-210.1',
      'spec-246.1',
      'spec-249.1',
      'spec-254.1',
      'spec-256.1',
      'spec-261.1',
      'spec-282.1',
    ],
  },
  async () => {
    const ana = await newcomer(guest(), { defaultWorkspaceName: 'Casa' });
    expect(await ana.whoAmI()).toMatchObject({
      trialUsed: false,
      signedInWith: 'google',
      email: `${ana.name}@example.com`,
    });
    const workspace = await ana.current();
    expect(workspace).toMatchObject({ name: 'Casa', status: 'ATIVO', defaultWorkspace: true });
    expect(await ana.amazon()).toMatchObject({ skill: 'notLinked', name: null, expiresIn: null, expiresDate: null });

    const back = await ana.linkAmazon();
    expect(endOf(back)).toBe('/amazon-auth?success=true');
    expect(await ana.amazon()).toMatchObject({
      skill: 'notEnabled',
      email: `${ana.name}@example.com`,
      expiresIn: null,
    });

    await ana.home.enableSkill();
    const active = await ana.amazon();
    expect(active).toMatchObject({ skill: 'active', expiresDate: expect.any(String) });
    expect(active.expiresIn).toBeGreaterThan(3000);

    const trigger = await ana.addTrigger('Boa noite');
    expect(await ana.triggers()).toEqual([
      expect.objectContaining({ id: trigger.id, name: 'Boa noite', enabled: true, lastExecuted: null }),
    ]);
    await expect.poll(() => ana.home.knows(), soon).toEqual(['Boa noite']);
    await ana.home.addRoutine('Boa noite', 'Luzes apagadas.');

    const address = await ana.addressOf(trigger);
    const bare = address.split('?')[0] ?? '';
    const byGet = runIn(await fire(address));
    const byPost = runIn(await fire(address, { method: 'POST' }));
    const byBearer = runIn(
      await fire(bare, { method: 'POST', headers: { authorization: `Bearer ${workspace.workspaceToken}` } }),
    );
    for (const run of [byGet, byPost, byBearer]) expect(run).toMatchObject({ status: 200, outcome: 'sent' });
    expect(await ana.home.eventCount(trigger.deviceId)).toBe(3);
    expect((await ana.home.look()).says).toBe('Luzes apagadas.');
    const [fired] = await ana.triggers();
    expect(fired?.updatedAt).toBe(trigger.updatedAt);

    const ids = [byBearer, byPost, byGet].map((run) => run.executionId);
    await expect.poll(async () => (await ana.history(trigger.id)).map((run) => run.id), soon).toEqual(ids);
    const history = await ana.history(trigger.id);
    expect(fired?.lastExecuted).toBe(history[0]?.at);
    for (const run of history) {
      expect(run).toMatchObject({ channel: 'webhook', outcome: 'sent', stages: { send: expect.any(Number) } });
    }

    const renamed = await ana.change(trigger.id, { name: 'Boa noite casa', updatedAt: trigger.updatedAt });
    expect(renamed).toMatchObject({ id: trigger.id, deviceId: trigger.deviceId, name: 'Boa noite casa' });
    expect(await ana.addressOf(renamed)).toBe(address);
    await expect.poll(() => ana.home.knows(), soon).toEqual(['Boa noite casa']);
    expect((await fire(address)).status).toBe(200);
    expect(await ana.home.eventCount(trigger.deviceId)).toBe(4);

    expect((await ana.send('DELETE', `/api/triggers/${trigger.id}`)).status).toBe(204);
    expect(await ana.triggers()).toEqual([]);
    const ended = await fire(address);
    const never = await fire(address.replace(trigger.deviceId, 'trg-never'));
    expect([ended.status, ended.text]).toEqual([404, never.text]);
    expect(never.status).toBe(404);
    expect(await ana.home.eventCount(trigger.deviceId)).toBe(4);
    await expect.poll(() => ana.home.knows(), soon).toEqual([]);
  },
);

test(
  'takes a user who signs in with Amazon through the same steps, without linking at sign-in',
  { tags: 'spec-7.1' },
  async () => {
    const davi = await newcomer(guest(), { provider: 'amazon' });
    expect(await davi.whoAmI()).toMatchObject({ signedInWith: 'amazon' });
    expect(await davi.amazon()).toMatchObject({ skill: 'notLinked' });
    await davi.linkAmazon();
    await davi.home.enableSkill();
    const trigger = await davi.addTrigger('Good night');
    await expect.poll(() => davi.home.knows(), soon).toEqual(['Good night']);
    expect(await davi.execute(trigger.id)).toMatchObject({ success: true, outcome: 'sent' });
    expect(await davi.home.eventCount(trigger.deviceId)).toBe(1);
  },
);
