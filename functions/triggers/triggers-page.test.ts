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
  test('creates a trigger that is switched on and has never run', async () => {
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
  ])('rejects a new trigger with %s', async (code, workspace) => {
    await expect(createTrigger(aTriggerPage(workspace).deps, wish('Good night'))).rejects.toEqual(refusal(code));
  });

  test('rejects a name that sounds like another one', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
    const refused = createTrigger(page.deps, wish('GOOD  NIGHT'));
    await expect(refused).rejects.toEqual(refusal('trigger.nameTaken', { name: 'trigger.nameTaken' }));
  });

  test('rejects a new trigger when the account was unlinked in between', async () => {
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
  ])('rejects the name %j with %s', (name, code) => {
    expect(() => checkedName(name)).toThrow(refusal(code, { name: code }));
  });

  test.each(['abc', 'x'.repeat(110), '𝒜'.repeat(110), 'Luz da varanda 2', 'Ação', '灯光 三'])(
    'accepts the name %j',
    (name) => {
      expect(checkedName(name)).toBe(name);
    },
  );

  test('returns an accepted name unchanged', () => {
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

  test('accepts an empty description and at most 280 letters', () => {
    expect(checkedDescription('   ')).toBeUndefined();
    expect(checkedDescription('🏠'.repeat(280))).toBe('🏠'.repeat(280));
    const code = 'trigger.descriptionTooLong';
    expect(() => checkedDescription('x'.repeat(281))).toThrow(refusal(code, { description: code }));
  });
});

describe('listing', () => {
  test('sorts triggers by name, ignoring case and accents and with numbers by value', async () => {
    const names = ['Zebra', 'árvore', 'Luz 10', 'Luz 2', 'banana', 'Água'];
    const page = aTriggerPage(aLinkedWorkspace(), ...names.map((name) => aTrigger({ id: name, name })));
    const listed = await listTriggers(page.deps, 7);
    expect(listed.map(({ name }) => name)).toEqual(['Água', 'árvore', 'banana', 'Luz 2', 'Luz 10', 'Zebra']);
  });

  test('lists no triggers without a linked account', async () => {
    const page = aTriggerPage(aLinkedWorkspace({ link: undefined }), aTrigger());
    expect(await listTriggers(page.deps, 7)).toEqual([]);
  });
});

describe('changing', () => {
  test('keeps the address and the device when the name changes', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
    const changed = await updateTrigger(page.deps, place, { name: 'Sleep well', updatedAt: aTrigger().updatedAt });
    expect(changed).toMatchObject({ id: 'good-night', deviceId: 'trg-good-night', name: 'Sleep well' });
  });

  test('keeps everything else when the switch or the description changes', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), { ...aTrigger(), description: 'Old' });
    expect(await updateTrigger(page.deps, place, { enabled: false })).toMatchObject({
      enabled: false,
      description: 'Old',
      name: 'Good night',
    });
    expect(await updateTrigger(page.deps, place, { description: '' })).not.toHaveProperty('description');
  });

  test('writes nothing when nothing changes', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
    const same = await updateTrigger(page.deps, place, { name: ' Good  night', enabled: true, description: ' ' });
    expect(same.updatedAt).toBe(aTrigger().updatedAt);
  });

  test('rejects a change that is based on an older version', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger({ updatedAt: '2026-11-10T00:00:00.001Z' }));
    const stale = updateTrigger(page.deps, place, { name: 'Sleep well', updatedAt: '2026-11-10T00:00:00.000Z' });
    await expect(stale).rejects.toEqual(refusal('trigger.changedElsewhere'));
    const seen = updateTrigger(page.deps, place, { name: 'Sleep well', updatedAt: '2026-11-10T00:00:00.001Z' });
    expect(await seen).toMatchObject({ name: 'Sleep well' });
  });

  test('rejects a change after a concurrent one if it names a version, and reapplies it otherwise', async () => {
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

  test('rejects a change to a taken or empty name', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger(), aTrigger({ id: 'other', name: 'Sleep well' }));
    await expect(updateTrigger(page.deps, place, { name: 'sleep well' })).rejects.toEqual(refusal('trigger.nameTaken'));
    await expect(updateTrigger(page.deps, place, { name: '' })).rejects.toEqual(refusal('trigger.nameTooShort'));
  });

  test.each([
    ['trigger.limitReached', aLinkedWorkspace({ triggerCount: 300 })],
    ['workspace.inactive', aLinkedWorkspace({ status: 'INATIVO' })],
  ])('rejects a second device with %s, and accepts a change without one', async (code, workspace) => {
    const page = aTriggerPage(workspace, aTrigger());
    await expect(updateTrigger(page.deps, place, { receipt: true })).rejects.toEqual(refusal(code));
    expect(await updateTrigger(page.deps, place, { enabled: false })).toMatchObject({ enabled: false });
  });

  test('names the limit that another trigger reached before the second device was added', async () => {
    const page = aTriggerPage(aLinkedWorkspace({ triggerCount: 299 }), aTrigger());
    page.meanwhile.push(() => {
      page.become(aLinkedWorkspace({ triggerCount: 300 }));
      page.kept.set('good-night', aTrigger({ updatedAt: '2026-11-15T00:00:00.000Z' }));
    });
    const refused = updateTrigger(page.deps, place, { receipt: true });
    await expect(refused).rejects.toEqual(refusal('trigger.limitReached'));
  });
});

describe('deleting', () => {
  test('deletes the trigger', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
    await deleteTrigger(page.deps, place);
    expect(page.kept.size).toBe(0);
  });

  test('deletes the trigger after a concurrent rename', async () => {
    const page = aTriggerPage(aLinkedWorkspace(), aTrigger());
    page.meanwhile.push(() => void page.kept.set('good-night', aTrigger({ name: 'Sleep well' })));
    await deleteTrigger(page.deps, place);
    expect(page.kept.size).toBe(0);
  });
});

test('throws trigger.notFound for a trigger that is unknown, of another workspace or of an earlier link', async () => {
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
