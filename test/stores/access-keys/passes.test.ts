import { beforeEach, describe, expect, test } from 'vitest';

import { anAccessKeyHome, type AccessKeyHome } from './an-access-key-home.ts';

let home: AccessKeyHome;
let triggerId: string;
beforeEach(async () => {
  home = await anAccessKeyHome();
  triggerId = home.trigger.id;
});

const refusal = (code: string) => expect.objectContaining({ code });

describe("a guest's pass", () => {
  test('fires the one trigger of a pass on its page only, and names the pass in the run', async () => {
    const { secret } = await home.give({ name: 'Courier', page: true, triggers: [triggerId] });
    expect(await home.fire(secret, triggerId)).toBe('trigger.notFound');
    expect(await home.tap(secret)).toBe('sent');
    expect(home.sent.events).toBe(1);
    expect((await home.storedTrigger(triggerId))?.run).toMatchObject({ channel: 'webhook', who: 'Courier' });
  });

  test('accepts only passes on the guest page, and none that was stopped', async () => {
    const { secret: plain } = await home.give({ triggers: [triggerId] });
    const { secret: other, id } = await home.give({ page: true, triggers: [triggerId] });
    await home.stop(id);
    for (const secret of [plain, other, 'nobody', '']) expect(await home.tap(secret)).toBe('trigger.notFound');
    expect(home.sent.events).toBe(0);
  });

  test('rejects a second trigger for a pass, and accepts another one instead', async () => {
    const { secret, id } = await home.give({ page: true, triggers: [triggerId] });
    const { id: another } = await home.addTrigger('Bom dia');
    await expect(home.change(id, { triggers: [triggerId, another] })).rejects.toEqual(refusal('request.invalid'));
    await expect(home.change(id, { triggers: 'all' })).rejects.toEqual(refusal('request.invalid'));
    await home.change(id, { triggers: [another] });
    expect(await home.tap(secret)).toBe('sent');
    expect((await home.storedTrigger(another))?.run).toMatchObject({ outcome: 'sent' });
  });

  test('counts the uses of a pass', async () => {
    const { secret } = await home.give({ page: true, uses: 1, triggers: [triggerId] });
    expect([await home.tap(secret), await home.tap(secret)]).toEqual(['sent', 'accessKey.usedUp']);
  });
});
