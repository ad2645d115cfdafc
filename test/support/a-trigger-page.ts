import type { DeviceStory } from '#functions/data/alexa/device-facts.ts';
import type { AccessItem } from '#functions/data/items/grant-item.ts';
import { newReceipt } from '#functions/data/items/trigger-item.ts';
import type { OutboxEntry } from '#functions/data/outbox/outbox-store.ts';
import type { StoredTrigger, TriggerStore } from '#functions/data/triggers/trigger-store.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { normaliseCommand } from '#shared/rules/group-commands/normalise.ts';

import { aTrigger } from './worlds/a-trigger.ts';

const createdAt = '2026-11-01T00:00:00.000Z';

/** In memory. The real stores have their own tests. */
export function aTriggerPage(workspace: WorkspaceItem | undefined, ...triggers: readonly StoredTrigger[]) {
  const kept = new Map(triggers.map((trigger) => [trigger.id, trigger]));
  /** Callbacks that run between a read and its write. */
  const meanwhile: (() => void)[] = [];
  const isTaken = (name: string, id: string): boolean =>
    [...kept.values()].some((other) => other.id !== id && normaliseCommand(other.name) === normaliseCommand(name));
  let current = workspace;
  const queued: OutboxEntry[] = [];
  const grant = { state: 'valid', grantedAt: createdAt } as const;
  const grants: { access: AccessItem | undefined } = { access: undefined };
  const story: { now: DeviceStory } = { now: { grant, reportedHashes: {}, refused: undefined, reports: [] } };

  const store: Pick<TriggerStore, 'find' | 'list' | 'create' | 'change' | 'delete'> = {
    find: (workspaceId, id, link) => {
      const found = kept.get(id);
      return Promise.resolve(found?.workspaceId === workspaceId && found.link === link ? found : undefined);
    },
    list: () => Promise.resolve([...kept.values()]),
    create({ description, ...given }, link) {
      meanwhile.shift()?.();
      if (!current?.link || current.link.number !== link.number) return Promise.resolve('refused');
      if (isTaken(given.name, given.id)) return Promise.resolve('nameTaken');
      const made = { ...aTrigger({ ...given, link: link.number }), ...(description && { description }) };
      kept.set(made.id, made);
      return Promise.resolve(made);
    },
    change(seen, { receipt, ...change }) {
      meanwhile.shift()?.();
      const found = kept.get(seen.id);
      if (!found || found.updatedAt !== seen.updatedAt) return Promise.resolve('changed');
      const at = '2026-11-20T12:00:00.000Z';
      const next = { ...found, ...change, ...(receipt && { receipt: newReceipt(at) }), updatedAt: at };
      if (isTaken(next.name, next.id)) return Promise.resolve('nameTaken');
      kept.set(next.id, next);
      return Promise.resolve(next);
    },
    delete(seen) {
      meanwhile.shift()?.();
      if (kept.get(seen.id)?.name !== seen.name) return Promise.resolve('gone');
      kept.delete(seen.id);
      return Promise.resolve('deleted');
    },
  };
  return {
    kept,
    meanwhile,
    queued,
    story,
    grants,
    become: (next: WorkspaceItem | undefined) => void (current = next),
    deps: {
      workspaces: { find: () => Promise.resolve(current) },
      triggers: store,
      plannedRuns: { list: () => Promise.resolve([]), remove: () => Promise.resolve() },
      deviceStory: () => Promise.resolve(story.now),
      grants: { findAccess: () => Promise.resolve(grants.access) },
      enablesSkill: () => Promise.resolve({ enables: true }),
      outbox: { add: (entry: OutboxEntry) => Promise.resolve(queued.push(entry)).then(() => 'done' as const) },
      now: () => new Date('2026-11-20T12:00:00.000Z'),
      triggerKind: 'simple-event' as const,
      newId: () => 'new-one',
    },
  };
}
