import { isLive } from './billing/billing.ts';
import { knownStatus } from './billing/plans.ts';
import { isSilent } from './execution/receipts.ts';
import type { NightlyFailure } from './nightly/night-reasons.ts';
import type { Repair as SkillRepair } from './skill-state.ts';

/** In display order: the findings that stop everything come first. */
export const findingKeys = [
  'grantEnded',
  'grantUnconfirmed',
  'deviceLeftOut',
  'startsItself',
  'receiptsSilent',
  'slow',
  'nightlyFailed',
  'numberLost',
  'numberSilent',
  'planEnds',
  'trialEnds',
  'cardExpires',
  'accessKeyEnds',
] as const;
export type FindingKey = (typeof findingKeys)[number];

export const severities = ['broken', 'soon'] as const;

/** The action of a finding's button. */
export const findingRepairs = [
  'reconnectAmazon',
  'enableSkill',
  // Opens the page of the Amazon account, which asks Amazon again.
  'askAmazon',
  // Opens the check of the trigger, which names the failing step.
  'checkTrigger',
  'openTrigger',
  // Opens the list of access keys on the triggers page. Open browsers know only this older name.
  'openTriggers',
  'pairNumber',
  // Opens the WhatsApp page, which checks the connection.
  'checkNumber',
  'manageBilling',
] as const;
export type FindingRepair = (typeof findingRepairs)[number];

export type Finding = {
  key: FindingKey;
  severity: (typeof severities)[number];
  /** ISO time. Together with key and subject, it identifies one occurrence of the finding. */
  since: string;
  mend: FindingRepair;
  /** The affected trigger or access key. */
  subject?: { id: string; name: string };
  /** When it will stop working, for findings about the future. */
  endsAt?: string;
  /** The reason of the last failed nightly check. */
  why?: NightlyFailure;
  /** When everything was last fine, if `since` does not show it. */
  wellAt?: string;
};

/** Overall result of the checks. */
export const findingStates = [
  'well',
  'found',
  // Some facts could not be read.
  'unknown',
  // Nothing is set up that could break.
  'unset',
] as const;
export type FindingState = (typeof findingStates)[number];

export type TriggerFacts = {
  id: string;
  name: string;
  enabled: boolean;
  receipt?:
    | { since: string; heard: number; silent: number; lastRanAt?: string | undefined; slowSince?: string | undefined }
    | undefined;
  /** When a run was last refused because the trigger started itself (ms since 1970). */
  loopAt?: number | undefined;
  /** When the loop counts as over, unless a voice run comes before. */
  loopOverAt?: number | undefined;
  /** Since when Alexa has not had the device of the trigger or of its receipts. */
  leftOutSince?: string | undefined;
};

/** An access key that has an end date and can still be used. */
export type AccessKeyFacts = {
  id: string;
  name: string;
  createdAt: string;
  until: string;
  usedAt?: string | undefined;
};

/** Times are ISO strings. */
export type FindingFacts = {
  /** Absent without a linked account or in an inactive workspace. */
  grant?:
    | {
        revokedAt?: string | undefined;
        /** Since when the gateway has reported that it does not know the skill. */
        unknownAt?: string | undefined;
        grantedAt: string;
        /** When Amazon last issued a token for the grant. */
        confirmedAt: string;
        mend: SkillRepair;
      }
    | undefined;
  triggers: readonly TriggerFacts[];
  number?:
    | {
        lostAt?: string | undefined;
        /** Since when the gateway has reported no connection. */
        offlineSince?: string | undefined;
      }
    | undefined;
  plan?:
    | {
        status: string;
        currentPeriodEnd?: string | undefined;
        cancelAt?: string | undefined;
        hasCard: boolean;
        /** The end of the expiry month printed on the card. */
        cardEndsAt?: string | undefined;
        amountDue: number;
      }
    | undefined;
  accessKeys?: readonly AccessKeyFacts[] | undefined;
  /** The first of the failed nights in a row. */
  nightly?:
    | { failedSince: string; why: NightlyFailure; trigger?: { id: string; name: string } | undefined }
    | undefined;
  /** The last nightly check failed in a way that is often temporary, so it is not a finding yet. */
  nightInDoubt?: boolean | undefined;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const unconfirmedMs = 48 * hourMs;
/** The grant is checked daily, so one check has failed. */
const uncheckedMs = 25 * hourMs;
/** The gateway's first response may be a mistake that the next one corrects. */
const unknownMs = hourMs;
/** A gateway that restarts is back within minutes. */
export const silentNumberMs = hourMs;
const startsItselfMs = 7 * dayMs;
/** An owner who ignores a lost number this long does not need it. */
const lostNumberMs = 30 * dayMs;
const planEndsMs = 3 * dayMs;
const trialEndsMs = dayMs;
const cardExpiresMs = 14 * dayMs;
const accessKeyEndsMs = 3 * dayMs;
/** An owner who creates a key for a few days knows that it expires. */
const briefKeyMs = 7 * dayMs;
const idleKeyMs = 30 * dayMs;

/** A finding with the time range in which it applies. */
type Candidate = Finding & {
  from: number;
  /** From this time until `from`, the finding is in doubt. */
  seenAt?: number;
  /** When the finding ends without any action. */
  until?: number;
  /** Another finding covers it, or its trigger is disabled. */
  muted?: boolean;
};

/**
 * Current findings, the next time when they change without any event (ms since 1970), and whether more are likely soon.
 */
export type FindingsResult = {
  findings: Finding[];
  /** Also current, but not reported for now. */
  muted: Finding[];
  next: number | undefined;
  inDoubt: boolean;
};

export function findingsOf(facts: FindingFacts, now: Date): FindingsResult {
  const at = now.getTime();
  const candidates = [
    ...grantFindings(facts),
    ...triggerFindings(facts),
    ...numberFindings(facts),
    ...planFindings(facts),
    ...accessKeyFindings(facts),
  ];
  const [all, muted] = [candidates.filter((each) => !each.muted), candidates.filter((each) => each.muted)];
  const isActive = ({ from, until = Infinity }: Candidate): boolean => from <= at && at < until;
  const times = candidates.flatMap(({ from, until = Infinity }) => [from, until]).filter((time) => time > at);
  const next = Math.min(...times);
  return {
    findings: all.filter(isActive).toSorted(byOrder).map(findingOf),
    muted: muted.filter(isActive).map(findingOf),
    next: Number.isFinite(next) ? next : undefined,
    inDoubt: all.some(({ from, seenAt = from }) => seenAt <= at && at < from) || isMissing(facts),
  };
}

/** A routine that usually answers missed a run, or the nightly check failed in a way that may be temporary. */
const isMissing = ({ triggers, nightInDoubt = false }: FindingFacts): boolean =>
  nightInDoubt ||
  triggers.some(({ enabled, receipt }) => enabled && receipt?.lastRanAt !== undefined && receipt.silent > 0);

const byOrder = (one: Finding, other: Finding): number =>
  findingKeys.indexOf(one.key) - findingKeys.indexOf(other.key) || (one.since < other.since ? -1 : 1);

const findingOf = ({ from: _, seenAt: _seen, until: _until, muted: _muted, ...finding }: Candidate): Finding => finding;

const since = (time: string): { since: string; from: number } => ({ since: time, from: Date.parse(time) });

/** Applies from `ms` after `time`, and may apply from `seenMs` after it. */
const sinceAfter = (time: string, ms: number, seenMs = 0): Pick<Candidate, 'since' | 'from' | 'seenAt'> => ({
  since: time,
  from: Date.parse(time) + ms,
  seenAt: Date.parse(time) + seenMs,
});

/** Applies during the `ms` before `time`. */
function before(time: string, ms: number): Pick<Candidate, 'since' | 'from' | 'until' | 'endsAt'> {
  const from = Date.parse(time) - ms;
  return { since: new Date(from).toISOString(), from, until: Date.parse(time), endsAt: time };
}

function grantFindings({ grant }: FindingFacts): Candidate[] {
  if (!grant) return [];
  const { revokedAt, unknownAt, confirmedAt } = grant;
  const mend = grant.mend === 'reconnect' ? 'reconnectAmazon' : 'enableSkill';
  const ended = { key: 'grantEnded', severity: 'broken', mend } as const;
  // Reports by the gateway and later by Amazon are the same occurrence.
  if (revokedAt !== undefined) return [{ ...ended, ...since(revokedAt), since: unknownAt ?? revokedAt }];
  if (unknownAt !== undefined) return [{ ...ended, ...sinceAfter(unknownAt, unknownMs) }];
  const unconfirmed = sinceAfter(confirmedAt, unconfirmedMs, uncheckedMs);
  return [{ key: 'grantUnconfirmed', severity: 'broken', ...unconfirmed, mend: 'askAmazon' }];
}

/** These failures say nothing about the home: their cause is a separate finding, or the owner chose it. */
const hasOtherCause: ReadonlySet<NightlyFailure> = new Set<NightlyFailure>([
  'grantRevoked',
  'skillNotEnabled',
  'reinstallSkill',
  'notLinked',
  'planRequired',
  'workspaceInactive',
  'disabled',
]);

function triggerFindings({ triggers, nightly }: FindingFacts): Candidate[] {
  const all = triggers.flatMap((trigger) => findingsFor(trigger).map((each) => ({ ...each, muted: !trigger.enabled })));
  if (!nightly) return all;
  const { failedSince, why, trigger: subject } = nightly;
  // The failed nightly check already covers this.
  const isMuted = ({ key, subject: about }: Finding): boolean => key === 'receiptsSilent' && about?.id === subject?.id;
  const found = all.map((each) => (isMuted(each) ? { ...each, muted: true } : each));
  const wellAt = triggers.find(({ id }) => id === subject?.id)?.receipt?.lastRanAt;
  const about = { severity: 'broken', mend: 'checkTrigger', ...(subject && { subject }), why } as const;
  const failed = {
    key: 'nightlyFailed',
    ...about,
    ...since(failedSince),
    ...(wellAt !== undefined && { wellAt }),
  } as const;
  return [...found, { ...failed, muted: hasOtherCause.has(why) }];
}

function findingsFor({ id, name, receipt, loopAt, loopOverAt = Infinity, leftOutSince }: TriggerFacts): Candidate[] {
  const about = { severity: 'broken', subject: { id, name } } as const;
  const found: Candidate[] = [];
  if (leftOutSince !== undefined)
    found.push({ key: 'deviceLeftOut', ...about, ...since(leftOutSince), mend: 'checkTrigger' });
  if (loopAt !== undefined) {
    const until = Math.min(loopAt + startsItselfMs, loopOverAt);
    found.push({ key: 'startsItself', ...about, ...since(new Date(loopAt).toISOString()), until, mend: 'openTrigger' });
  }
  if (!receipt) return found;
  const { lastRanAt, slowSince } = receipt;
  // A routine that never ran is not set up yet.
  if (lastRanAt !== undefined && isSilent(receipt))
    found.push({ key: 'receiptsSilent', ...about, ...since(lastRanAt), mend: 'checkTrigger' });
  if (slowSince !== undefined) found.push({ key: 'slow', ...about, ...since(slowSince), mend: 'checkTrigger' });
  return found;
}

function numberFindings({ number = {} }: FindingFacts): Candidate[] {
  const { lostAt, offlineSince } = number;
  if (lostAt !== undefined) {
    const until = Date.parse(lostAt) + lostNumberMs;
    return [{ key: 'numberLost', severity: 'broken', ...since(lostAt), until, mend: 'pairNumber' }];
  }
  if (offlineSince === undefined) return [];
  const offline = sinceAfter(offlineSince, silentNumberMs);
  return [{ key: 'numberSilent', severity: 'broken', ...offline, mend: 'checkNumber' }];
}

function planFindings({ plan }: FindingFacts): Candidate[] {
  const { status = 'none', currentPeriodEnd: end, cancelAt, hasCard = false, cardEndsAt, amountDue = 0 } = plan ?? {};
  const known = knownStatus(status);
  if (!isLive(known)) return [];
  const soon = { severity: 'soon', mend: 'manageBilling' } as const;
  if (cancelAt !== undefined) return [{ key: 'planEnds', ...soon, ...before(cancelAt, planEndsMs) }];
  if (end === undefined || known === 'past_due') return [];
  if (known === 'trialing' && !hasCard) return [{ key: 'trialEnds', ...soon, ...before(end, trialEndsMs) }];
  if (cardEndsAt === undefined || cardEndsAt > end || amountDue === 0) return [];
  return [{ key: 'cardExpires', ...soon, ...before(end, cardExpiresMs) }];
}

/** Ignores keys that were idle for a long time. A key that was never used may still be needed. */
function accessKeyFindings({ accessKeys = [] }: FindingFacts): Candidate[] {
  return accessKeys.flatMap(({ id, name, createdAt, until, usedAt = until }): Candidate[] => {
    const soon = before(until, accessKeyEndsMs);
    const isBrief = Date.parse(until) - Date.parse(createdAt) <= briefKeyMs;
    if (isBrief || Date.parse(usedAt) < soon.from - idleKeyMs) return [];
    return [{ key: 'accessKeyEnds', severity: 'soon', mend: 'openTriggers', subject: { id, name }, ...soon }];
  });
}

/** Their `since` moves while they last: with each refused run, rejected device or failed night. */
const moving: ReadonlySet<FindingKey> = new Set<FindingKey>(['startsItself', 'deviceLeftOut', 'nightlyFailed']);

/**
 * Whether a finding is the same occurrence as the earlier one in its place. If everything was fine in between, it is a
 * new one.
 */
export const isSameLife = ({ key, since: now, wellAt = '' }: Finding, earlier: string): boolean =>
  earlier === now || (moving.has(key) && wellAt <= earlier);

/** Identifies a finding across occurrences: a later occurrence has the same place. */
export const placeOf = ({ key, subject }: Pick<Finding, 'key' | 'subject'>): string =>
  subject ? `${key}#${subject.id}` : key;
