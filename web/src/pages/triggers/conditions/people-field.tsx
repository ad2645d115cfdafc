import { useQuery } from '@tanstack/react-query';

import { historyContract } from '#shared/contracts/history.ts';
import { queryFor } from '#web/api/query-for.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { formatWhen } from '#web/i18n/formats/dates.ts';
import { asLanguage } from '#web/i18n/languages.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { useMinute } from '#web/ui/time/minute-clock.ts';

import { CheckList } from './check-list.tsx';

type PeopleFieldProps = {
  workspaceId: number;
  value: readonly string[];
  onChange: (people: readonly string[]) => void;
  error: string | undefined;
};

/**
 * Checkboxes for the senders seen recently. A selected sender who was not seen recently stays in the list until
 * unchecked. The last command tells people of the same name apart.
 */
export function PeopleField({ workspaceId, value, onChange, error }: PeopleFieldProps) {
  const { t, i18n } = useTranslation();
  const now = useMinute();
  const seen = useQuery({
    ...queryFor(historyContract.listPeople, { workspaceId }),
    meta: { quiet: true, callerShowsError: true },
  });
  const people = seen.data ?? [];
  const missing = value.filter((person) => !people.some((one) => one.person === person));
  const labelOf = ({ person, name, seenAt }: (typeof people)[number]): string => {
    const when = formatWhen(seenAt, now, asLanguage(i18n.language))?.text;
    const isUnique = people.every((one) => one.person === person || one.name !== name);
    return isUnique || !when ? name : t('access.conditions.namesake', { name, when });
  };
  const options = [
    ...people.map((one) => ({ value: one.person, label: labelOf(one) })),
    ...missing.map((person) => ({ value: person, label: t('access.conditions.someone') })),
  ];
  return (
    <NotLoaded of={[seen]} title={t('access.conditions.peopleNotLoaded')}>
      {seen.data ? (
        <CheckList
          error={error}
          hint={t(options.length > 0 ? 'access.conditions.peopleHint' : 'access.conditions.nobody')}
          onChange={onChange}
          options={options}
          title={t('access.conditions.people')}
          value={value}
        />
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
    </NotLoaded>
  );
}
