import { GetCommand } from '@aws-sdk/lib-dynamodb';

import { accessKey } from '#functions/data/keys.ts';
import type { LogEvent } from '#functions/platform/log-events.ts';
import type { AmazonAuth } from '#shared/contracts/amazon-auth.ts';
import { refusals } from '#shared/refusals.ts';

import type { Line } from '../home.ts';
import { problemsOf } from '../oracle.ts';
import type { ConnectingPerson } from './connecting-person.ts';
import type { Rig } from './connecting-rig.ts';
import type { Met } from './fault-operation.ts';

/** `holder` has the account that `person` chooses at Amazon. */
export type Scene = { person: ConnectingPerson; holder?: ConnectingPerson; isLinked: boolean; wish?: 'reset' | 'move' };

const isRefusal = (word: string): boolean => Object.hasOwn(refusals, word);

/** True when the flow ends on our own page, with success or a named refusal. `server.failed` does not count. */
export function isPage(end: string, { fault }: Met): boolean {
  // A failed condition may look like too many starts, which get 429 instead of a page.
  if (fault === 'condition failed' && end.startsWith('no page but 429')) return end.includes('request.tooMany');
  const page = /^https:\/\/app\.test\/(?:amazon-auth|login)\?(?:success=true|error=([\w.]+))?(?:&?id=\d+)?$/.exec(end);
  const [, word] = page ?? [];
  return page !== null && (word === undefined || (isRefusal(word) && word !== 'server.failed'));
}

/** After a success the page must show an active skill, the pending step or the problem. */
export const isTold = ({ skill, connecting: chain }: AmazonAuth, end: string, { fault }: Met): string[] =>
  end.includes('success=true') && skill !== 'active' && !chain && fault !== 'condition failed'
    ? ['the page says success and nothing of a permission']
    : [];

/**
 * Only the first redirect links the account, so no later failure may undo the link. A moving account is linked once, or
 * nowhere if the table failed between the two writes.
 */
export async function linkProblems(
  { well }: Rig,
  { person, holder = person, isLinked }: Scene,
  { by, at }: Met,
): Promise<string[]> {
  const mine = (await person.status(well)).email;
  const isHere = mine === `${holder.key}@example.com`;
  const isThere = holder !== person && (await holder.status(well)).email !== null;
  const isDue = isLinked || (by === 'call' && (holder !== person || !at.startsWith('link:')));
  return problemsOf([
    isDue && !isHere && !isThere && 'the link is gone',
    isHere && isThere && 'the account is linked twice',
    mine !== null && !isHere && `the account is ${mine}`,
  ]);
}

/** Results that each kind of fault may lead to. */
const words: Readonly<Record<Exclude<Met['kind'], 'none'>, readonly string[]>> = {
  outage: [
    'active',
    'awaits grant',
    'amazon.enablementUnavailable',
    'amazon.connectTooOften',
    'auth.providerUnavailable',
  ],
  refusal: [
    'active',
    'awaits grant',
    'amazon.consentRefused',
    'amazon.enablementRefused',
    'amazon.enablementUnavailable',
    'auth.providerRefused',
  ],
  ours: [
    'active',
    'awaits grant',
    'amazon.enablementNotConfigured',
    'auth.amazonNotConfigured',
    // Alexa does not say why a grant failed.
    'amazon.enablementUnavailable',
  ],
};
const busyWords = [
  'active',
  'server.busy',
  'awaits allow',
  'awaits enable',
  'awaits grant',
  'amazon.enablementUnavailable',
];

export function wordProblems(word: string, { by, kind, fault }: Met): string[] {
  if (kind === 'none' || fault === 'condition failed') return [];
  // The retry of a conditional delete may find that its lost first attempt succeeded.
  const ofTable = fault.startsWith('cut after') ? [...busyWords, 'auth.stateInvalid'] : busyWords;
  const allowed = by === 'table' ? ofTable : words[kind];
  return allowed.includes(word) ? [] : [`it said ${word}`];
}

/** After an outage the page must offer our own reconnect button, not the Alexa app. */
export const repairProblems = ({ skill, mend, connecting: chain }: AmazonAuth, { kind }: Met): string[] =>
  kind === 'outage' &&
  (skill === 'notEnabled' || skill === 'revoked') &&
  mend !== 'reconnect' &&
  chain?.problem !== 'amazon.connectTooOften'
    ? [`our button is said not to be the fix: ${mend}`]
    : [];

/**
 * After we disabled the skill, the page must show that it is or may be off. It must not show this while it is enabled.
 */
export function offProblems(
  { homes }: Rig,
  { person, holder = person, wish }: Scene,
  { skill, isOff, mayBeOff }: AmazonAuth,
  { fault }: Met,
): string[] {
  const { skillEnabled } = homes.home(holder.key);
  // A 409 means that the skill is enabled, which is not true here.
  const isShown = isOff || mayBeOff || fault === 'conflict';
  return problemsOf([
    wish === 'reset' &&
      skill !== 'active' &&
      !skillEnabled &&
      !isShown &&
      'the page does not show that the skill is off',
    isOff && skillEnabled && 'the page shows that the skill is off, and it is enabled',
  ]);
}

/** A code may be sent again only after an outage status or to another region, and never once it may have been spent. */
export async function codeProblems(person: ConnectingPerson): Promise<string[]> {
  const outages = new Set<unknown>([429, 500, 503]);
  const problems: string[] = [];
  for (const [, sent] of Map.groupBy(await person.codesSent(), ({ code }) => code)) {
    sent.slice(0, -1).forEach(({ status, path }, index) => {
      const isElsewhere = (status === 400 || status === 404) && sent[index + 1]?.path !== path;
      if (!outages.has(status) && !isElsewhere) problems.push(`a code was sent again after ${status}`);
    });
    const most = Math.max(...[...Map.groupBy(sent, ({ path }) => path).values()].map(({ length }) => length));
    if (most > 2) problems.push(`a code was sent ${most} times`);
  }
  return problems;
}

/** The lock of a process that lost track of it expires within this time. */
const maxLockMs = 30_000;

export async function lockProblems({ table, clock }: Rig, { workspaceId }: ConnectingPerson): Promise<string[]> {
  const Key = accessKey({ workspaceId });
  const { Item } = await table.doc.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }));
  const until = Number(Item?.['lock']?.until ?? 0);
  return until > clock.now().getTime() + maxLockMs ? ['the token is locked'] : [];
}

export const bugs: ReadonlySet<LogEvent> = new Set([
  'request.failed',
  'skillEvent.failed',
  'item.unreadable',
  'outbox.failed',
]);
/** Events that raise an alarm. */
const alarms: ReadonlySet<LogEvent> = new Set(['gateway.misconfigured', 'enablement.refused']);

/** This reason raises an alarm only when it occurs three times within an hour. */
const isOnlyCounted = ({ event, details }: Line): boolean =>
  event === 'enablement.refused' && details?.['reason'] === 'enablingFailed';

/** An outage must not raise an alarm. Our own misconfiguration must. */
export const alarmProblems = (lines: readonly Line[], kind: Met['kind']): string[] =>
  problemsOf([
    kind === 'outage' &&
      lines.some((line) => alarms.has(line.event) && !isOnlyCounted(line)) &&
      'an outage was told as a mistake',
    kind === 'ours' &&
      !lines.some(({ event }) => event === 'gateway.misconfigured') &&
      'nobody was told of our mistake',
  ]);

export function logProblems(lines: readonly Line[], { person, holder = person }: Scene, { by, kind }: Met): string[] {
  const heard = lines.filter(({ event }) => bugs.has(event) && by === 'call');
  return problemsOf([
    ...heard.map(({ event, cause }) => `${event}: ${String(cause)}`),
    ...alarmProblems(lines, kind),
    lines.some((line) => leaks(line, [person, holder])) && 'a secret is in the log',
  ]);
}

/** True when a log line contains a token, a client secret or any secret of these users. */
export function leaks({ details, cause }: Line, people: readonly ConnectingPerson[]): boolean {
  const text = `${JSON.stringify(details)} ${cause instanceof Error ? `${cause.message} ${cause.stack}` : ''}`;
  const isShown = (secret: string): boolean => text.includes(secret);
  return /Atz[a-z]\||local-(?:web|skill)-secret/.test(text) || people.some(({ secrets }) => [...secrets].some(isShown));
}
