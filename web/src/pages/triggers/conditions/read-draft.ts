import type { Conditions } from '#shared/rules/conditions/conditions.ts';
import { isNetwork } from '#shared/rules/conditions/networks.ts';
import { momentOf } from '#web/features/schedule/moments.ts';

import { type Draft, type DraftHours, plainHours } from './draft.ts';

const maxNetworks = 5;
const maxPeople = 20;
const daySeconds = 86_400;

/** A text key of `access.conditions` with its values. */
export type DraftProblem = {
  key:
    | 'coolDownWrong'
    | 'noDays'
    | 'noTimes'
    | 'twice'
    | 'tooManyPeople'
    | 'networksWrong'
    | 'networksTooMany'
    | 'networksTwice'
    | 'over'
    | 'untilBeforeFrom';
  text?: string;
};
export type Problems = Partial<
  Record<'coolDown' | 'people' | 'networks' | 'from' | 'until' | `hours.${number}`, DraftProblem>
>;

/** Returns the conditions if the draft is valid, otherwise its problems. */
export function readDraft(
  draft: Draft,
  zone: string,
  now: number,
): { conditions: Conditions; problems?: never } | { problems: Problems; conditions?: never } {
  const seconds = Number(draft.coolDown) * (draft.unit === 'minutes' ? 60 : 1);
  const networks = linesOf(draft.networks);
  const from = instantOf(draft.from, zone);
  const until = instantOf(draft.until, zone);
  const problems = problemsOf(draft, { seconds, networks, from, until, now });
  if (Object.keys(problems).length > 0) return { problems };
  const { hours, channels, people } = draft;
  return {
    conditions: {
      ...(draft.coolDown.trim() !== '' && { coolDownSeconds: seconds }),
      ...(hours.length > 0 && { hours: hours.map(plainHours) }),
      ...(channels.length > 0 && { channels: [...channels] }),
      ...(people.length > 0 && { people: [...people] }),
      ...(networks.length > 0 && { networks }),
      ...(from !== undefined && { from }),
      ...(until !== undefined && { until }),
    },
  };
}

type Read = {
  seconds: number;
  networks: readonly string[];
  from?: string | undefined;
  until?: string | undefined;
  now: number;
};

function problemsOf(draft: Draft, { seconds, networks, from, until, now }: Read): Problems {
  const isWhole = Number.isInteger(seconds) && seconds >= 1 && seconds <= daySeconds;
  const network = networkProblem(networks);
  const end = until && endProblem(Date.parse(until), from, now);
  return {
    ...(draft.coolDown.trim() !== '' && !isWhole && { coolDown: { key: 'coolDownWrong' } }),
    ...Object.fromEntries(draft.hours.flatMap((_, index) => hoursProblem(draft.hours, index))),
    ...(draft.people.length > maxPeople && { people: { key: 'tooManyPeople' } }),
    ...(network && { networks: network }),
    ...(end && { until: { key: end } }),
  };
}

function hoursProblem(all: readonly DraftHours[], index: number): [`hours.${number}`, DraftProblem][] {
  const row = all[index];
  if (!row) return [];
  const problem = (key: DraftProblem['key']): [`hours.${number}`, DraftProblem][] => [[`hours.${row.key}`, { key }]];
  if (row.days.length === 0) return problem('noDays');
  if (!row.from || !row.to) return problem('noTimes');
  const same = JSON.stringify(plainHours(row));
  return all.slice(0, index).some((other) => JSON.stringify(plainHours(other)) === same) ? problem('twice') : [];
}

function networkProblem(networks: readonly string[]): DraftProblem | undefined {
  const wrong = networks.find((text) => !isNetwork(text));
  if (wrong !== undefined) return { key: 'networksWrong', text: wrong };
  const twice = networks.find((text, index) => networks.indexOf(text) < index);
  if (twice !== undefined) return { key: 'networksTwice', text: twice };
  return networks.length > maxNetworks ? { key: 'networksTooMany' } : undefined;
}

function endProblem(until: number, from: string | undefined, now: number): 'over' | 'untilBeforeFrom' | undefined {
  if (until <= now) return 'over';
  return from !== undefined && until <= Date.parse(from) ? 'untilBeforeFrom' : undefined;
}

/** Undefined for an empty field. */
function instantOf(local: string, zone: string): string | undefined {
  const [date = '', time = ''] = local.split('T');
  return date && time ? new Date(momentOf(date, time.slice(0, 5), zone)).toISOString() : undefined;
}

const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);
