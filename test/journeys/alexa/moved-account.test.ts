import { expect, test } from 'vitest';

import { endOf } from '../kit/connect.ts';
import { guests } from '../kit/guests.ts';
import { inboxOf } from '../kit/inbox.ts';
import { newcomer, settled } from '../kit/person.ts';
import { soon } from '../kit/soon.ts';
import { fire } from '../kit/webhook-call.ts';

const guest = guests('moved');

test('moves an account from another workspace on the second attempt and notifies the other owner', async () => {
  const [squatter, owner] = [await settled(guest()), await newcomer(guest())];
  const { id } = await owner.current();
  const lost = await squatter.current();
  const said = new RegExp(
    `The Amazon account of the workspace “${lost.name}” is now linked to another .*triggers of this workspace were deleted.*/amazon-auth\\?id=${lost.id}\\b`,
    's',
  );
  const query = { workspace: String(id), force_login: 'true', timestamp: '1', login_hint: squatter.name };
  const first = new URL((await owner.get(`/api/auth/amazon?${new URLSearchParams(query).toString()}`)).url);
  expect(first.searchParams.get('error')).toBe('amazonAuth.accountInUseModal.title');
  expect(await squatter.amazon()).toMatchObject({ skill: 'active' });

  const second = new URLSearchParams({ ...query, move: (await owner.amazon()).pageToken ?? '' });
  const end = new URL((await owner.get(`/api/auth/amazon?${second.toString()}`)).url);
  expect(endOf(end)).toBe('/amazon-auth?success=true');
  expect(await owner.amazon()).toMatchObject({ skill: 'active', email: `${squatter.name}@example.com` });

  expect(await squatter.amazon()).toMatchObject({ skill: 'notLinked', movedAwayAt: expect.any(String) });
  expect(await squatter.triggers()).toEqual([]);
  expect((await fire(squatter.address)).status).toBe(409);
  const mail = { subject: expect.stringMatching(/mov/i), text: expect.stringMatching(said) };
  await expect.poll(() => inboxOf(`${squatter.name}@example.com`), soon).toContainEqual(expect.objectContaining(mail));
  const made = await owner.send('POST', '/api/triggers', { name: 'Front door' });
  expect(made.status).toBe(201);
  await expect.poll(() => squatter.home.knows(), soon).toEqual(['Front door']);
});

test('refuses to move an account to a workspace that already has one', async () => {
  const [squatter, owner] = [await settled(guest()), await newcomer(guest())];
  await owner.linkAmazon();
  const { id } = await owner.current();
  const { pageToken = '' } = await owner.amazon();
  const query = new URLSearchParams({ workspace: String(id), move: pageToken, login_hint: squatter.name });
  const end = new URL((await owner.get(`/api/auth/amazon?${query.toString()}`)).url);
  expect(end.searchParams.get('error')).toBe('amazon.otherAccountLinked');
  expect(await squatter.amazon()).toMatchObject({ skill: 'active' });
  expect((await fire(squatter.address)).status).toBe(200);
});
