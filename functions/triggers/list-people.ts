import type { GroupPerson, GroupPersonStore } from '#functions/data/whatsapp/group-person-store.ts';

export async function listPeople(
  { people }: { people: Pick<GroupPersonStore, 'list'> },
  workspaceId: number,
): Promise<GroupPerson[]> {
  const all = await people.list(workspaceId);
  return all.toSorted((one, other) => other.seenAt.localeCompare(one.seenAt));
}
