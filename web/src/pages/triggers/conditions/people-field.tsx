import { useQuery } from '@tanstack/react-query';

import { historyContract } from '#shared/contracts/history.ts';
import { queryFor } from '#web/api/query-for.ts';
import { NotLoaded } from '#web/features/not-loaded.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

import { CheckList } from './check-list.tsx';

type PeopleFieldProps = {
  workspaceId: number;
  value: readonly string[];
  onChange: (people: readonly string[]) => void;
  error: string | undefined;
};

/**
 * Checkboxes for the senders seen recently. A selected sender who was not seen recently stays in the list until
 * unchecked.
 */
export function PeopleField({ workspaceId, value, onChange, error }: PeopleFieldProps) {
  const { t } = useTranslation();
  const seen = useQuery({
    ...queryFor(historyContract.listPeople, { workspaceId }),
    meta: { quiet: true, callerShowsError: true },
  });
  const people = seen.data ?? [];
  const missing = value.filter((person) => !people.some((one) => one.person === person));
  const options = [
    ...people.map(({ person, name }) => ({ value: person, label: name })),
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
