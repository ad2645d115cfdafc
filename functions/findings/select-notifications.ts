import type { ReportedFindings } from '#functions/data/findings/notification-store.ts';
import { isSameLife, placeOf, type Finding } from '#shared/rules/findings.ts';

type Known = {
  findings: readonly Finding[];
  /** Existing findings that are not reported at the moment; their records remain. */
  muted: readonly Finding[];
  told: ReportedFindings;
  /** Places that the owner knows without a record. */
  toldBefore: readonly string[];
  /** Stored data is unreadable, so missing findings may still exist. */
  unreadable: boolean;
  /** Whether a trigger may be fired at this hour. Otherwise its findings wait. */
  mayFire: boolean;
};

/**
 * `tell` are the findings to mail, `fire` those for the trigger. `next` is when a waiting finding may be reported, in
 * milliseconds since 1970.
 */
export type Plan = Required<Pick<ReportedFindings, 'told' | 'mailed' | 'alerted'>> & {
  tell: Finding[];
  fire: Finding[];
  next: number | undefined;
};

const dayMs = 24 * 3_600_000;

/** Selects each finding once in its life and each kind at most once a day. A pure function. */
export function selectNotifications(
  { findings, muted, told: before, toldBefore, unreadable, mayFire }: Known,
  now: Date,
): Plan {
  const at = now.getTime();
  const { told, mailed, alerted = told } = before;
  const mayAgainAt = ({ key }: Finding): number => Date.parse(mailed[key] ?? '') + dayMs;
  const isNews = (record: ReportedFindings['told']) => (finding: Finding) => {
    const place = placeOf(finding);
    const since = record[place];
    return since === undefined ? !toldBefore.includes(place) : !isSameLife(finding, since);
  };
  const recordFrom = (record: ReportedFindings['told'], stands: readonly Finding[]) => ({
    ...(unreadable && record),
    ...sinceByPlace(muted.filter((finding) => record[placeOf(finding)] !== undefined && !isNews(record)(finding))),
    ...sinceByPlace(stands),
  });
  const fresh = findings.filter(isNews(told));
  const held = fresh.filter((finding) => mayAgainAt(finding) > at);
  const known = findings.filter((finding) => !held.includes(finding));
  const toFire = known.filter(isNews(alerted));
  const tell = fresh.filter((finding) => !held.includes(finding));
  const next = Math.min(...held.map(mayAgainAt));
  return {
    tell,
    fire: mayFire ? toFire : [],
    told: recordFrom(told, known),
    alerted: recordFrom(alerted, mayFire ? known : known.filter((finding) => !toFire.includes(finding))),
    mailed: { ...mailed, ...Object.fromEntries(tell.map(({ key }) => [key, now.toISOString()])) },
    next: Number.isFinite(next) ? next : undefined,
  };
}

const sinceByPlace = (findings: readonly Finding[]): ReportedFindings['told'] =>
  Object.fromEntries(findings.map((finding) => [placeOf(finding), finding.since]));

const minutesOfDay = 1440;
const minuteMs = 60_000;

/** The next check: daily at the workspace's own minute, or earlier when a fact changes before. */
export function nextCheckAt(workspaceId: number, now: Date, sooner: readonly (number | undefined)[]): Date {
  const minute = Math.floor(now.getTime() / minuteMs);
  const ahead = (((workspaceId - minute) % minutesOfDay) + minutesOfDay) % minutesOfDay;
  const daily = (minute + (ahead || minutesOfDay)) * minuteMs;
  const times = sooner.filter((time) => time !== undefined);
  return new Date(Math.min(daily, ...times));
}
