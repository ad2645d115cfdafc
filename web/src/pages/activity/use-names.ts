import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type ActivityRecord, historyContract } from '#shared/contracts/history.ts';
import { storedWho } from '#shared/rules/stored-who.ts';
import { queryFor } from '#web/api/query-for.ts';
import { useUser } from '#web/api/use-session.ts';
import { formatFullDate } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';

import type { ActivityFilter } from './use-activity-filter.ts';

/** Of all runs with a name, or of one group member. */
export type NameOption = { label: string } & Pick<ActivityFilter, 'who' | 'person'>;

/**
 * Names to filter by: the user, the group members, and everyone in a run that this page has shown, because a filter
 * hides the others. Without duplicates, in alphabetical order. Members who have the same name follow it one by one.
 */
export function useNames(
  workspaceId: number | undefined,
  items: readonly ActivityRecord[] | undefined,
  { who: chosen, person: chosenPerson }: ActivityFilter,
): NameOption[] {
  const { t, i18n } = useTranslation();
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
  const withName = (name: string) =>
    people.data?.filter((one) => one.name === name || storedWho(one.name) === name) ?? [];
  const member = ({ person, name, seenAt }: { person: string; name: string; seenAt: string }): NameOption => {
    const when = formatFullDate(seenAt, asLanguage(i18n.language));
    return { label: t('activity.namesake', { name, when }), who: undefined, person };
  };
  const options = [...names]
    .filter((name) => name === chosen || !isStoredInPart(name))
    .toSorted((one, other) => one.localeCompare(other))
    .flatMap((name): NameOption[] => {
      const members = withName(name);
      const isShared = members.length > 1;
      const label = isShared ? t('activity.namesakes', { name }) : name;
      return [{ label, who: name, person: undefined }, ...(isShared ? members.map(member) : [])];
    });
  if (chosenPerson === undefined || options.some(({ person }) => person === chosenPerson)) return options;
  // The address may also name a member who shares no name.
  const chosenOne = people.data?.find(({ person }) => person === chosenPerson);
  return [...options, chosenOne ? member(chosenOne) : { label: '…', who: undefined, person: chosenPerson }];
}
