import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type ActivityRecord, historyContract } from '#shared/contracts/history.ts';
import { storedWho } from '#shared/rules/stored-who.ts';
import { queryFor } from '#web/api/query-for.ts';
import { useUser } from '#web/api/use-session.ts';

/**
 * Names to filter by: the user, the group members, and everyone in a run that this page has shown, because a filter
 * hides the others. Without duplicates, in alphabetical order.
 */
export function useNames(
  workspaceId: number | undefined,
  items: readonly ActivityRecord[] | undefined,
  chosen: string | undefined,
): string[] {
  const user = useUser();
  const people = useQuery({
    ...queryFor(historyContract.listPeople, { workspaceId }, { allow: 'all' }),
    meta: { quiet: true },
  });
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const added = items?.flatMap(({ who }) => (who === undefined || seen.has(who) ? [] : [who])) ?? [];
  if (added.length > 0) setSeen(new Set([...seen, ...added]));
  const ofPeople = people.data?.map(({ name }) => name) ?? [];
  const names = new Set([...ofPeople, ...seen, user?.name ?? '', chosen ?? '']);
  names.delete('');
  // Runs store only the beginning of a long name.
  const isStoredInPart = (name: string) => storedWho(name) !== name && seen.has(storedWho(name));
  return [...names]
    .filter((name) => name === chosen || !isStoredInPart(name))
    .toSorted((one, other) => one.localeCompare(other));
}
