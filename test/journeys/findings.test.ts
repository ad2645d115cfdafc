import { expect, inject, test } from 'vitest';

import { findingsContract, machineFindings } from '#shared/contracts/findings.ts';
import { workspacesContract } from '#shared/contracts/workspaces.ts';

import { parsedReply, refusalIn } from './kit/answers.ts';
import { guests } from './kit/guests.ts';
import { settled, type JourneyPerson } from './kit/person.ts';
import { soon } from './kit/soon.ts';
import { fire } from './kit/webhook-call.ts';

const guest = guests('findings');

const page = async (person: JourneyPerson, workspaceId: number) =>
  parsedReply(findingsContract.readFindings.reply, await person.get(`/api/workspaces/${workspaceId}/findings`));

const machine = (workspaceId: number, token?: string): string =>
  `${inject('stack').appUrl}/prod/findings/${workspaceId}${token === undefined ? '' : `?token=${token}`}`;

test('reports no findings for a working home, and time and fix after its skill was disabled', async () => {
  const person = await settled(guest());
  const { workspaceId } = person.trigger;
  expect(await page(person, workspaceId)).toEqual({ state: 'well', findings: [] });
  await person.home.disableSkill();
  await person.execute(person.trigger.id).catch(() => undefined);
  await expect
    .poll(() => page(person, workspaceId), soon)
    .toMatchObject({ state: 'found', findings: [{ key: 'grantEnded', severity: 'broken' }] });
  await person.home.enableSkill();
  await expect.poll(() => page(person, workspaceId), soon).toEqual({ state: 'well', findings: [] });
});

test('stores, shows and removes the owner’s alert trigger', async () => {
  const person = await settled(guest());
  const { workspaceId, id } = person.trigger;
  const choose = async (alertTriggerId: string | null) =>
    parsedReply(
      findingsContract.changeFindings.reply,
      await person.send('PATCH', `/api/workspaces/${workspaceId}/findings`, { alertTriggerId }),
    );
  expect(await choose(id)).toEqual({ alertTriggerId: id });
  expect(await page(person, workspaceId)).toMatchObject({ alertTriggerId: id });
  expect(await choose(null)).toEqual({});
  expect(await page(person, workspaceId)).not.toHaveProperty('alertTriggerId');
});

test(
  'returns only kinds and times of findings to a program with the token',
  { tags: 'threat-findings-leak' },
  async () => {
    const person = await settled(guest());
    const { workspaceId } = person.trigger;
    const { workspaceToken } = await person.current();
    await person.home.disableSkill();
    await person.execute(person.trigger.id).catch(() => undefined);
    await expect.poll(() => page(person, workspaceId), soon).toMatchObject({ state: 'found' });
    const answer = await fire(machine(workspaceId, workspaceToken));
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      state: 'found',
      findings: [{ key: 'grantEnded', severity: 'broken', since: expect.any(String) }],
    });
    const byHeader = await fire(machine(workspaceId), { headers: { authorization: `Bearer ${workspaceToken}` } });
    expect(machineFindings.parse(byHeader.json())).toEqual(answer.json());
  },
);

test(
  'answers alike for a wrong token and an unknown workspace, and rejects a replaced token',
  { tags: 'threat-findings-leak' },
  async () => {
    const person = await settled(guest());
    const { workspaceId } = person.trigger;
    const { workspaceToken } = await person.current();
    const nothing = { status: 404, errorKey: 'workspace.notFound' };
    for (const address of [
      machine(workspaceId),
      machine(workspaceId, 'guessed'),
      machine(281_474_976_700_001, workspaceToken),
      machine(workspaceId).replace(String(workspaceId), 'x'),
    ]) {
      expect(refusalIn(await fire(address))).toEqual(nothing);
    }
    expect((await fire(machine(workspaceId, workspaceToken))).status).toBe(200);
    const rotated = await person.send('POST', `/api/workspaces/${workspaceId}/rotate-token`);
    const { workspaceToken: next } = parsedReply(workspacesContract.rotateWorkspaceToken.reply, rotated);
    expect(refusalIn(await fire(machine(workspaceId, workspaceToken)))).toEqual(nothing);
    expect((await fire(machine(workspaceId, next))).status).toBe(200);
  },
);
