import { deviceIdOf, type TriggerItem } from '#functions/data/items/trigger-item.ts';

/** A trigger of workspace 7 with its first link. */
export function aTrigger(changes: Partial<Omit<TriggerItem, 'deviceId'>> = {}): TriggerItem {
  const item = {
    type: 'trigger' as const,
    id: 'good-night',
    workspaceId: 7,
    userId: 'ana',
    link: 1,
    name: 'Good night',
    enabled: true,
    starter: 'simple-event' as const,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    ...changes,
  };
  return { ...item, deviceId: deviceIdOf(item.id) };
}
