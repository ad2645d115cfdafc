import { useLocation, useSearchParams } from 'wouter';

import { channels, type Channel } from '#shared/rules/channels.ts';
import { type End, ends } from '#shared/rules/execution/outcome-names.ts';

/** The contract's names, so that the filter is also its query. `day` is in UTC. */
export type ActivityFilter = {
  trigger: string | undefined;
  channel: Channel | undefined;
  outcome: End | undefined;
  who: string | undefined;
  person: string | undefined;
  day: string | undefined;
};

export const noFilter: ActivityFilter = {
  trigger: undefined,
  channel: undefined,
  outcome: undefined,
  who: undefined,
  person: undefined,
  day: undefined,
};

export const filterCount = (filter: ActivityFilter): number =>
  Object.values(filter).filter((value) => value !== undefined).length;

/** The filter is in the address (`?trigger=&channel=&outcome=&who=&person=&day=`). Unknown values are ignored. */
export function useActivityFilter() {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const day = params.get('day') ?? '';
  const filter: ActivityFilter = {
    trigger: matching(/^[\w-]{1,64}$/, params.get('trigger')),
    channel: channels.find((channel) => channel === params.get('channel')),
    outcome: ends.find((end) => end === params.get('outcome')),
    who: matching(/^.{1,100}$/u, params.get('who')),
    person: matching(/^[0-9a-f]{12}$/, params.get('person')),
    day: Number.isNaN(Date.parse(day)) ? undefined : matching(/^\d{4}-\d\d-\d\d$/, day),
  };
  return {
    filter,
    narrow: (next: ActivityFilter) => {
      const given = Object.entries(next).flatMap(([name, value]) => (value ? [[name, value]] : []));
      const search = new URLSearchParams(given).toString();
      navigate(window.location.pathname + (search && `?${search}`), { replace: true });
    },
  };
}

const matching = (pattern: RegExp, text: string | null): string | undefined =>
  text !== null && pattern.test(text) ? text : undefined;
