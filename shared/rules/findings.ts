import { isLive } from './billing/billing.ts';
import { knownStatus } from './billing/plans.ts';
import { isSilent } from './execution/receipts.ts';
import type { NightlyFailure } from './nightly/night-reasons.ts';
import type { Mend as SkillMend } from './skill-state.ts';

/** In the order in which they are shown: what stops everything first. */
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

/**
 * What the button of a finding does. `askAmazon`: the page of the Amazon account asks Amazon anew. `checkTrigger`: the
 * check of the trigger names the step that fails. `checkNumber`: the WhatsApp page looks at the connection.
 */
export const mends = [
  'reconnectAmazon',
  'enableSkill',
  'askAmazon',
  'checkTrigger',
  'openTrigger',
  'openTriggers',
  'pairNumber',
  'checkNumber',
  'manageBilling',
] as const;
export type FindingMend = (typeof mends)[number];

export type Finding = {
  key: FindingKey;
  severity: (typeof severities)[number];
  /** ISO. With key and subject it names the life of the finding. */
  since: string;
  mend: FindingMend;
  /** The trigger, or the access key. */
  subject?: { id: string; name: string };
  /** When it will stop working, of what has not yet. */
  endsAt?: string;
  /** Of the last night that failed. */
  why?: NightlyFailure;
  /** When what is found was last well, where its "since" does not tell. */
  wellAt?: string;
};

/** `unset`: nothing that could break yet. `unknown`: not all facts could be read. */
export const findingStates = ['well', 'found', 'unknown', 'unset'] as const;
export type FindingState = (typeof findingStates)[number];

export type TriggerFacts = {
  id: string;
  name: string;
  enabled: boolean;
  receipt?:
    | { since: string; heard: number; silent: number; lastRanAt?: string | undefined; slowSince?: string | undefined }
    | undefined;
  /** When a run was last held back as one that the trigger started itself (ms since 1970). */
  loopAt?: number | undefined;
  /** Since when that counts as over, unless a voice run comes before. */
  loopOverAt?: number | undefined;
  /** Since when Alexa does not have its device, or that of its receipts. */
  leftOutSince?: string | undefined;
};

/** Of an access key with an end that may still be used. */
export type AccessKeyFacts = {
  id: string;
  name: string;
  createdAt: string;
  until: string;
  usedAt?: string | undefined;
};

/** Times as ISO text. */
export type FindingFacts = {
  /** Absent without a linked account, or in a workspace that is switched off. */
  grant?:
    | {
        revokedAt?: string | undefined;
        /** Since when the gateway says that it knows no such skill. */
        unknownAt?: string | undefined;
        grantedAt: string;
        /** When Amazon last gave a token for it. */
        confirmedAt: string;
        mend: SkillMend;
      }
    | undefined;
  triggers: readonly TriggerFacts[];
  number?:
    | {
        lostAt?: string | undefined;
        /** Since when the gateway says that it has no connection. */
        offlineSince?: string | undefined;
      }
    | undefined;
  plan?:
    | {
        status: string;
        currentPeriodEnd?: string | undefined;
        cancelAt?: string | undefined;
        hasCard: boolean;
        /** The end of the month that is printed on the card. */
        cardEndsAt?: string | undefined;
        amountDue: number;
      }
    | undefined;
  accessKeys?: readonly AccessKeyFacts[] | undefined;
  /** The first night of those in a row that failed. */
  nightly?:
    | { failedSince: string; why: NightlyFailure; trigger?: { id: string; name: string } | undefined }
    | undefined;
  /** The last night failed by what often passes, and is no finding yet. */
  nightInDoubt?: boolean | undefined;
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const unconfirmedMs = 48 * hourMs;
/** The daily check comes before, so one has failed. */
const uncheckedMs = 25 * hourMs;
/** Its first answer may be a mistake that the next one corrects. */
const unknownMs = hourMs;
/** A gateway that restarts comes back within minutes. */
export const silentNumberMs = hourMs;
const startsItselfMs = 7 * dayMs;
/** Who let a number go for so long does not miss it. */
const lostNumberMs = 30 * dayMs;
const planEndsMs = 3 * dayMs;
const trialEndsMs = dayMs;
const cardExpiresMs = 14 * dayMs;
const accessKeyEndsMs = 3 * dayMs;
/** Whoever makes one for a few days knows that it ends. */
const briefKeyMs = 7 * dayMs;
const idleKeyMs = 30 * dayMs;

/**
 * `from`: when it becomes true, and from `seenAt` on it may; `until`: when it is over without anybody's doing. `muted`:
 * another finding says it, or its trigger is switched off.
 */
type Candidate = Finding & { from: number; seenAt?: number; until?: number; muted?: boolean };

/** What stands, when the clock alone changes that next (ms since 1970), and whether more may stand soon. */
export type Found = {
  findings: Finding[];
  /** Stand, too, and are told to nobody for now. */
  muted: Finding[];
  next: number | undefined;
  inDoubt: boolean;
};

export function findingsOf(facts: FindingFacts, now: Date): Found {
  const at = now.getTime();
  const candidates = [
    ...ofGrant(facts),
    ...ofTriggers(facts),
    ...ofNumber(facts),
    ...ofPlan(facts),
    ...ofAccessKeys(facts),
  ];
  const [all, muted] = [candidates.filter((each) => !each.muted), candidates.filter((each) => each.muted)];
  const stands = ({ from, until = Infinity }: Candidate): boolean => from <= at && at < until;
  const times = candidates.flatMap(({ from, until = Infinity }) => [from, until]).filter((time) => time > at);
  const next = Math.min(...times);
  return {
    findings: all.filter(stands).toSorted(byOrder).map(shown),
    muted: muted.filter(stands).map(shown),
    next: Number.isFinite(next) ? next : undefined,
    inDoubt: all.some(({ from, seenAt = from }) => seenAt <= at && at < from) || isMissing(facts),
  };
}

/** A run that was not answered, by a routine that answers else, or a night that may just have been a bad one. */
const isMissing = ({ triggers, nightInDoubt = false }: FindingFacts): boolean =>
  nightInDoubt ||
  triggers.some(({ enabled, receipt }) => enabled && receipt?.lastRanAt !== undefined && receipt.silent > 0);

const byOrder = (one: Finding, other: Finding): number =>
  findingKeys.indexOf(one.key) - findingKeys.indexOf(other.key) || (one.since < other.since ? -1 : 1);

const shown = ({ from: _, seenAt: _seen, until: _until, muted: _muted, ...finding }: Candidate): Finding => finding;

const since = (time: string): { since: string; from: number } => ({ since: time, from: Date.parse(time) });

/** True from `ms` after `time`, and seen `seenMs` after it. */
const sinceAfter = (time: string, ms: number, seenMs = 0): Pick<Candidate, 'since' | 'from' | 'seenAt'> => ({
  since: time,
  from: Date.parse(time) + ms,
  seenAt: Date.parse(time) + seenMs,
});

/** True from `ms` before `time`. */
function before(time: string, ms: number): Pick<Candidate, 'since' | 'from' | 'until' | 'endsAt'> {
  const from = Date.parse(time) - ms;
  return { since: new Date(from).toISOString(), from, until: Date.parse(time), endsAt: time };
}

function ofGrant({ grant }: FindingFacts): Candidate[] {
  if (!grant) return [];
  const { revokedAt, unknownAt, confirmedAt } = grant;
  const mend = grant.mend === 'reconnect' ? 'reconnectAmazon' : 'enableSkill';
  const ended = { key: 'grantEnded', severity: 'broken', mend } as const;
  // What the gateway said first and Amazon later is one life.
  if (revokedAt !== undefined) return [{ ...ended, ...since(revokedAt), since: unknownAt ?? revokedAt }];
  if (unknownAt !== undefined) return [{ ...ended, ...sinceAfter(unknownAt, unknownMs) }];
  const unconfirmed = sinceAfter(confirmedAt, unconfirmedMs, uncheckedMs);
  return [{ key: 'grantUnconfirmed', severity: 'broken', ...unconfirmed, mend: 'askAmazon' }];
}

/** A night that failed so says nothing of the home: what stopped it is told by itself, or was somebody's choice. */
const hasOtherCause: ReadonlySet<NightlyFailure> = new Set<NightlyFailure>([
  'grantRevoked',
  'skillNotEnabled',
  'reinstallSkill',
  'notLinked',
  'planRequired',
  'workspaceInactive',
  'disabled',
]);

function ofTriggers({ triggers, nightly }: FindingFacts): Candidate[] {
  const all = triggers.flatMap((trigger) => ofTrigger(trigger).map((each) => ({ ...each, muted: !trigger.enabled })));
  if (!nightly) return all;
  const { failedSince, why, trigger: subject } = nightly;
  // The check of the night says it already.
  const isSaid = ({ key, subject: about }: Finding): boolean => key === 'receiptsSilent' && about?.id === subject?.id;
  const found = all.map((each) => (isSaid(each) ? { ...each, muted: true } : each));
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

function ofTrigger({ id, name, receipt, loopAt, loopOverAt = Infinity, leftOutSince }: TriggerFacts): Candidate[] {
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
  // What never ran is not set up yet.
  if (lastRanAt !== undefined && isSilent(receipt))
    found.push({ key: 'receiptsSilent', ...about, ...since(lastRanAt), mend: 'checkTrigger' });
  if (slowSince !== undefined) found.push({ key: 'slow', ...about, ...since(slowSince), mend: 'checkTrigger' });
  return found;
}

function ofNumber({ number = {} }: FindingFacts): Candidate[] {
  const { lostAt, offlineSince } = number;
  if (lostAt !== undefined) {
    const until = Date.parse(lostAt) + lostNumberMs;
    return [{ key: 'numberLost', severity: 'broken', ...since(lostAt), until, mend: 'pairNumber' }];
  }
  if (offlineSince === undefined) return [];
  const offline = sinceAfter(offlineSince, silentNumberMs);
  return [{ key: 'numberSilent', severity: 'broken', ...offline, mend: 'checkNumber' }];
}

function ofPlan({ plan }: FindingFacts): Candidate[] {
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

/** One that nobody has used for long is missed by nobody; one that was never used may wait for its day. */
function ofAccessKeys({ accessKeys = [] }: FindingFacts): Candidate[] {
  return accessKeys.flatMap(({ id, name, createdAt, until, usedAt = until }): Candidate[] => {
    const soon = before(until, accessKeyEndsMs);
    const isBrief = Date.parse(until) - Date.parse(createdAt) <= briefKeyMs;
    if (isBrief || Date.parse(usedAt) < soon.from - idleKeyMs) return [];
    return [{ key: 'accessKeyEnds', severity: 'soon', mend: 'openTriggers', subject: { id, name }, ...soon }];
  });
}

/** Their "since" moves while they stand: with each run that is held back, each device that Alexa refuses, each old night. */
const moving: ReadonlySet<FindingKey> = new Set<FindingKey>(['startsItself', 'deviceLeftOut', 'nightlyFailed']);

/**
 * Whether a finding in the place of an earlier one, which stood when it was last looked, is still the same. What was well
 * in between is another.
 */
export const isSameLife = ({ key, since: now, wellAt = '' }: Finding, earlier: string): boolean =>
  earlier === now || (moving.has(key) && wellAt <= earlier);

/** One place of a finding: a later life of it takes the same one. */
export const placeOf = ({ key, subject }: Pick<Finding, 'key' | 'subject'>): string =>
  subject ? `${key}#${subject.id}` : key;
