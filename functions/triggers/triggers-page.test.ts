import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { aTriggerPage } from '#test/support/a-trigger-page.ts';
import { aLinkedWorkspace } from '#test/support/worlds/a-linked-workspace.ts';
import { aTrigger } from '#test/support/worlds/a-trigger.ts';

import { checkedDescription, checkedName } from './checked-texts.ts';
import { createTrigger } from './create-trigger.ts';
import { deleteTrigger } from './delete-trigger.ts';
import { listTriggers } from './list-triggers.ts';
import { updateTrigger } from './update-trigger.ts';

const refusal = (code: string, fields?: object) => expect.objectContaining({ code, ...(fields && { fields }) });
const place = { workspaceId: 7, triggerId: 'good-night' };
const wish = (name: string, description?: string) => ({ userId: 'ana', workspaceId: 7, name, description });

describe('creating', () => {
  test('gives a trigger that is switched on and was never executed', async () => {
    const page = aTriggerPage(aLinkedWorkspace());
    expect(await createTrigger(page.deps, wish('  Good   night ', ' Lights out '))).toEqual({
      id: 'new-one',
      name: 'Good night',
      deviceId: 'trg-new-one',
      workspaceId: 7,
      userId: 'ana',
      enabled: true,
      description: 'Lights out',
      lastExecuted: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  test.each<[string, WorkspaceItem | undefined]>([
    ['workspace.notFound', undefined],
    ['workspace.inactive', aLinkedWorkspace({ status: 'INATIVO' })],
    ['amazon.notLinked', aLinkedWorkspace({ link: undefined })],
    ['trigger.limitReached', aLinkedWorkspace({ triggerCount: 300 })],
  ])('is refused with %s', async (code, workspace) => {
    await expect(createTrigger(aTriggerPage(workspace).deps, wish('Good night'))).rejects.toEqual(refusal(code));
  });

  test('is refused for a name that sounds like another', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
    const refused = createTrigger(page.deps, wish('GOOD  NIGHT'));
    await expect(refused).rejects.toEqual(refusal('trigger.nameTaken', { name: 'trigger.nameTaken' }));
  });

  test('fails when the account was unlinked meanwhile', async () => {
    const page = aTriggerPage(aLinkedWorkspace());
    page.meanwhile.push(() => page.become(aLinkedWorkspace({ link: undefined })));
    await expect(createTrigger(page.deps, wish('Good night'))).rejects.toEqual(refusal('amazon.notLinked'));
  });
});

describe('names and descriptions', () => {
  test.each([
    ['ab', 'trigger.nameTooShort'],
    ['  ab  ', 'trigger.nameTooShort'],
    ['x'.repeat(111), 'trigger.nameTooLong'],
    ['Good-night', 'trigger.nameCharacters'],
    ['Good night!', 'trigger.nameCharacters'],
    ['Good\u0000night', 'trigger.nameCharacters'],
  ])('%j is refused with %s', (name, code) => {
    expect(() => checkedName(name)).toThrow(refusal(code, { name: code }));
  });

  test.each(['abc', 'x'.repeat(110), '𝒜'.repeat(110), 'Luz da varanda 2', 'Ação', '灯光 三'])(
    '%j is a name',
    (name) => {
      expect(checkedName(name)).toBe(name);
    },
  );

  test('a name that is kept is kept as it is when it comes again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 3, maxLength: 60 }), (text) => {
        let name: string;
        try {
          name = checkedName(text);
        } catch {
          return;
        }
        expect(checkedName(name)).toBe(name);
        expect(name).toBe(name.normalize('NFC').trim());
      }),
    );
  });

  test('a description may be empty, and has at most 280 letters', () => {
    expect(checkedDescription('   ')).toBeUndefined();
    expect(checkedDescription('🏠'.repeat(280))).toBe('🏠'.repeat(280));
    const code = 'trigger.descriptionTooLong';
    expect(() => checkedDescription('x'.repeat(281))).toThrow(refusal(code, { description: code }));
  });
});

describe('the list', () => {
  test('is by name, as people sort', async () => {
    const names = ['Zebra', 'árvore', 'Luz 10', 'Luz 2', 'banana', 'Água'];
    const page = aTriggerPage(aLinkedWorkspace(), ...names.map((name) => aTrigger({ id: name, name })));
    const listed = await listTriggers(page.deps, 7);
    expect(listed.map(({ name }) => name)).toEqual(['Água', 'árvore', 'banana', 'Luz 2', 'Luz 10', 'Zebra']);
  });

  test('is empty without a linked account', async () => {
    const page = aTriggerPage(aLinkedWorkspace({ link: undefined }), aTrigger());
    expect(await listTriggers(page.deps, 7)).toEqual([]);
  });
});

describe('a change', () => {
  test('of the name keeps address and device', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
    const changed = await updateTrigger(page.deps, place, { name: 'Sleep well', updatedAt: aTrigger().updatedAt });
    expect(changed).toMatchObject({ id: 'good-night', deviceId: 'trg-good-night', name: 'Sleep well' });
  });

  test('of switch and description changes nothing else', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), { ...aTrigger(), description: 'Old' });
    expect(await updateTrigger(page.deps, place, { enabled: false })).toMatchObject({
      enabled: false,
      description: 'Old',
      name: 'Good night',
    });
    expect(await updateTrigger(page.deps, place, { description: '' })).not.toHaveProperty('description');
  });

  test('that changes nothing writes nothing', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
    const same = await updateTrigger(page.deps, place, { name: ' Good  night', enabled: true, description: ' ' });
    expect(same.updatedAt).toBe(aTrigger().updatedAt);
  });

  test('over a newer version than the person saw is refused', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger({ updatedAt: '2026-11-10T00:00:00.001Z' }));
    const stale = updateTrigger(page.deps, place, { name: 'Sleep well', updatedAt: '2026-11-10T00:00:00.000Z' });
    await expect(stale).rejects.toEqual(refusal('trigger.changedElsewhere'));
    const seen = updateTrigger(page.deps, place, { name: 'Sleep well', updatedAt: '2026-11-10T00:00:00.001Z' });
    expect(await seen).toMatchObject({ name: 'Sleep well' });
  });

  test('that another one overtook is refused if it names a version, and applied on top if not', async () => {
    const overtaken = () => {
      const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
      page.meanwhile.push(() => {
        page.kept.set('good-night', aTrigger({ enabled: false, updatedAt: '2026-11-15T00:00:00.000Z' }));
      });
      return page.deps;
    };
    const strict = updateTrigger(overtaken(), place, { name: 'Sleep well', updatedAt: aTrigger().updatedAt });
    await expect(strict).rejects.toEqual(refusal('trigger.changedElsewhere'));
    expect(await updateTrigger(overtaken(), place, { name: 'Sleep well' })).toMatchObject({
      name: 'Sleep well',
      enabled: false,
    });
  });

  test('to a taken name, or to no name, is refused', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger(), aTrigger({ id: 'other', name: 'Sleep well' }));
    await expect(updateTrigger(page.deps, place, { name: 'sleep well' })).rejects.toEqual(refusal('trigger.nameTaken'));
    await expect(updateTrigger(page.deps, place, { name: '' })).rejects.toEqual(refusal('trigger.nameTooShort'));
  });

  test.each([
    ['trigger.limitReached', aLinkedWorkspace({ triggerCount: 300 })],
    ['workspace.inactive', aLinkedWorkspace({ status: 'INATIVO' })],
  ])('that adds a second device is refused with %s, and one that does not is made', async (code, workspace) => {
    const page = aTriggerPage(workspace, aTrigger());
    await expect(updateTrigger(page.deps, place, { receipt: true })).rejects.toEqual(refusal(code));
    expect(await updateTrigger(page.deps, place, { enabled: false })).toMatchObject({ enabled: false });
  });

  test('that adds a second device names a limit that another trigger reached meanwhile', async () => {
    const page = aTriggerPage(aLinkedWorkspace({ triggerCount: 299 }), aTrigger());
    page.meanwhile.push(() => {
      page.become(aLinkedWorkspace({ triggerCount: 300 }));
      page.kept.set('good-night', aTrigger({ updatedAt: '2026-11-15T00:00:00.000Z' }));
    });
    const refused = updateTrigger(page.deps, place, { receipt: true });
    await expect(refused).rejects.toEqual(refusal('trigger.limitReached'));
  });
});

describe('a deletion', () => {
  test('ends the trigger', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
    await deleteTrigger(page.deps, place);
    expect(page.kept.size).toBe(0);
  });

  test('follows a rename that was faster', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
    page.meanwhile.push(() => void page.kept.set('good-night', aTrigger({ name: 'Sleep well' })));
    await deleteTrigger(page.deps, place);
    expect(page.kept.size).toBe(0);
  });
});

test('what is unknown, of another workspace, or of an earlier link is not found', async () => {
  const others = [aTrigger({ workspaceId: 8 }), aTrigger({ link: 0 })];
  for (const page of [
    aTriggerPage(aLinkedWorkspace()),
    ...others.map((one) => aTriggerPage(aLinkedWorkspace(), one)),
  ]) {
    const notFound = refusal('trigger.notFound');
    await expect(updateTrigger(page.deps, place, { enabled: false })).rejects.toEqual(notFound);
    await expect(deleteTrigger(page.deps, place)).rejects.toEqual(notFound);
  }
});
