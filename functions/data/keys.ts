/**
 * All keys of the table. Items marked (due) are also in the index `due`, sorted by `dueAt`.
 *
 * | Partition      | Sort             | Item                                                                   | Read by                |
 * | -------------- | ---------------- | ---------------------------------------------------------------------- | ---------------------- |
 * | I#provider#sub | IDENTITY         | user of a sign-in account                                              | sign-in                |
 * | U#user         | USER             | name, trialUsed, current and default workspace                         | signed-in calls        |
 * | U#user         | WORKSPACE#id     | workspace of the user                                                  | list                   |
 * | U#user         | WSNAME#name      | unique workspace name                                                  | writes only            |
 * | U#user         | COUNT#WORKSPACES | number of workspaces, from the second on                               | creation               |
 * | U#user         | COUNT#DELETIONS# | followed by a UTC day: deletions planned on that day, 48 h             | planning               |
 * | U#user         | FORMERLINK       | unlinked Amazon account, 30 days                                       | link status            |
 * | U#user         | CONNECTS#hour    | flows that enable the skill, against a limit                           | link                   |
 * | U#user         | DELETION         | account to be deleted (due)                                            | each visit, schedule   |
 * | U#user         | FORGETTING       | running deletion, remaining ids                                        | operators, schedule    |
 * | U#user         | SESSION#id       | session of the user, by its public id                                  | list of sessions       |
 * | U#user         | SIGNEDOUT        | when all unlisted sessions ended                                       | unlisted sessions      |
 * | U#user         | BROWSERS         | browsers that signed in, mails sent that day                           | sign-in                |
 * | U#user         | OUTBOX#time#id   | mail to the user (due)                                                 | worker                 |
 * | S#hash         | SESSION          | signed-in browser                                                      | signed-in calls        |
 * | O#hash         | STATE            | pending sign-in or link, 10 min                                        | callbacks              |
 * | V#hash         | STARTS#minute    | sign-ins from one place                                                | sign-in                |
 * | W#workspace    | WORKSPACE        | name, status, webhook token, Amazon link, favorites                    | every call             |
 * | W#workspace    | SUBSCRIPTION     | billing state (due)                                                    | rules, executions      |
 * | W#workspace    | ACCESS           | token of an attached grant                                             | executions             |
 * | W#workspace    | WARMTOKEN        | last run, when to renew the token ahead (due), 72 h                    | schedule               |
 * | W#workspace    | MOVEOFFER        | offer to move an account from another workspace, 10 min                | link                   |
 * | W#workspace    | MOVEDACCOUNT     | its Amazon account was moved to another workspace, 30 days             | link status            |
 * | W#workspace    | CONNECTING       | flow that enables the skill, 10 min; 24 h while waiting for its grant  | link, link status      |
 * | W#workspace    | TRIGGER#id       | trigger, last run, consecutive voice runs                              | list, executions       |
 * | W#workspace    | TRGNAME#name     | unique trigger name                                                    | writes only            |
 * | W#workspace    | TRGTEXT#id       | trigger description                                                    | list                   |
 * | W#workspace    | PLAN#id          | planned run (due), kept for a day after its last run                   | list, clock            |
 * | W#workspace    | ACCESSKEY#id     | named key of a caller, its uses; kept for 30 days after its end        | list, executions       |
 * | W#workspace    | PERSON#hash      | group member who ran a trigger or was refused, 90 days                 | conditions             |
 * | W#workspace    | PERMITS#minute   | runs of a minute (since 1970) by trigger, 10 min                       | executions             |
 * | W#workspace    | DAY#2026-11-20   | runs of a UTC day, 90 days                                             | dashboard              |
 * | W#workspace    | TOLD             | findings that the owner was notified of, next check (due)              | findings               |
 * | W#workspace    | INSTANCE         | WhatsApp number, own (due) or shared                                   | WhatsApp page, inbound |
 * | W#workspace    | GROUP#id         | linked group                                                           | list                   |
 * | N#instance     | INSTANCE         | workspace                                                              | calls by instance      |
 * | N#instance     | SHARED#workspace | workspace sharing this line                                            | background             |
 * | N#instance     | GROUP#jid        | workspace listening to a group                                         | inbound, linking       |
 * | N#instance     | TURNS#jid        | group usage against limits, 25 h                                       | inbound                |
 * | M#hash         | MESSAGE          | claimed or own message, 48 h; with a run, 90 days                      | inbound                |
 * | L#hash         | LINE             | line of an inbound address, its secret                                 | inbound                |
 * | P#hash         | PHONE            | instances with this phone                                              | writes only            |
 * | T#trigger      | RUN#time#id      | run or refusal, 90 days; id `limit_...`: counted refusals              | history                |
 * | T#trigger      | OPEN#time#id     | run that waits for its receipt, until the day after (due)              | receipts               |
 * | T#trigger      | RCPT#directive   | the routine's answer, 1 h                                              | receipts               |
 * | T#trigger      | HEARD#directive  | processed answer, 1 h                                                  | receipts               |
 * | T#trigger      | KEY#hash         | claimed Idempotency-Key, message or directive; KEY#voice: echo guard   | executions             |
 * | A#amazonUser   | LINK             | linking workspace                                                      | link, skill            |
 * | A#amazonUser   | GRANT            | refresh token, region, attached workspace (due)                        | renewal, worker        |
 * | A#amazonUser   | ACCESS           | token of a detached grant                                              | worker                 |
 * | A#amazonUser   | REPORTED         | devices last reported to Alexa                                         | worker                 |
 * | A#amazonUser   | CHECK            | skill check by a page, 1 h                                             | link status            |
 * | A#amazonUser   | LEASE            | lease of a worker (also in N#, U#, W#)                                 | worker                 |
 * | A#amazonUser   | OUTBOX#time#id   | work (due)                                                             | worker                 |
 * | W#workspace    | OUTBOX#time#id   | cleaning work (due)                                                    | worker                 |
 * | K#hash         | LWATOKEN         | user of a skill token, 50 min                                          | skill                  |
 * | E#hash         | SKILLUSER        | account for a skill user id, 400 days                                  | skill events           |
 * | C#customer     | CUSTOMER         | workspace of a customer                                                | billing events         |
 * | X#hash         | TRIAL            | account with a past trial                                              | checkout               |
 * | J#reseal       | WALK             | re-encryption progress                                                 | schedule               |
 * | D#pulse        | time#channel     | five-minute counts, 50 h                                               | schedule               |
 * | D#answers      | time             | five-minute counts of homes that confirmed a run, 50 h                 | schedule               |
 * | D#days         | 2026-11-20       | channels and homes on a UTC day, 91 days                               | public status          |
 * | D#alexa        | REFUSEDSTAGE     | whether Amazon refuses to enable the skill for every user, 7 days      | link, link status      |
 * | D#alexa        | REFUSEDACCOUNTS  | accounts that Amazon refused, 24 h                                     | link                   |
 * | D#status       | STATUS           | channels at the last check                                             | public status          |
 * | D#status       | GATEWAYS         | silent WhatsApp gateways, 15 min                                       | schedule               |
 *
 * Partitions of the index: `OUTBOX`, `CHECK` for grants, `TOKENS`, `FINDINGS`, `OPENRUNS`, `BILLING`, `DELETIONS`, `CLOCK#0` to
 * `CLOCK#3`, and `LINES#shard`. Only the re-encryption, the deletion of accounts and the operators' commands scan the
 * table. An item counts as absent once its `expiresAt` (in seconds) has passed.
 */
export type Key = { readonly pk: string; readonly sk: string };

const key = (pk: string, sk: string): Key => ({ pk, sk });

export const workspacePartition = (workspaceId: number): string => `W#${workspaceId}`;
export const userPartition = (userId: string): string => `U#${userId}`;
export const accountPartition = (amazonUserId: string): string => `A#${amazonUserId}`;
export const triggerPartition = (triggerId: string): string => `T#${triggerId}`;
export const triggerIdIn = (partition: string): string | undefined => /^T#(.+)$/.exec(partition)?.[1];

export const identityKey = (provider: 'amazon' | 'google', subject: string): Key =>
  key(`I#${provider}#${subject}`, 'IDENTITY');

export const userKey = (userId: string): Key => key(userPartition(userId), 'USER');
export const membershipPrefix = 'WORKSPACE#';
export const membershipKey = (userId: string, workspaceId: number): Key =>
  key(userPartition(userId), `${membershipPrefix}${workspaceId}`);
export const workspaceNameKey = (userId: string, normalisedName: string): Key =>
  key(userPartition(userId), `WSNAME#${normalisedName}`);

export const workspaceCountKey = (userId: string): Key => key(userPartition(userId), 'COUNT#WORKSPACES');

export const moveOfferKey = (workspaceId: number): Key => key(workspacePartition(workspaceId), 'MOVEOFFER');
export const movedAccountKey = (workspaceId: number): Key => key(workspacePartition(workspaceId), 'MOVEDACCOUNT');

export const formerLinkKey = (userId: string): Key => key(userPartition(userId), 'FORMERLINK');

export const connectsKey = (userId: string, hour: number): Key => key(userPartition(userId), `CONNECTS#${hour}`);

export const deletionPartition = 'DELETIONS';
export const deletionKey = (userId: string): Key => key(userPartition(userId), 'DELETION');
/** `day` is in UTC. */
export const deletionCountKey = (userId: string, day: string): Key =>
  key(userPartition(userId), `COUNT#DELETIONS#${day}`);
export const forgettingKey = (userId: string): Key => key(userPartition(userId), 'FORGETTING');

export const userSessionPrefix = 'SESSION#';
export const userSessionKey = (userId: string, sessionId: string): Key =>
  key(userPartition(userId), `${userSessionPrefix}${sessionId}`);
export const signedOutKey = (userId: string): Key => key(userPartition(userId), 'SIGNEDOUT');
export const knownBrowsersKey = (userId: string): Key => key(userPartition(userId), 'BROWSERS');

export const sessionKey = (idHash: string): Key => key(`S#${idHash}`, 'SESSION');
export const signInStateKey = (stateHash: string): Key => key(`O#${stateHash}`, 'STATE');

export const visitRateKey = (placeHash: string, minute: number): Key => key(`V#${placeHash}`, `STARTS#${minute}`);

export const workspaceKey = (workspaceId: number): Key => key(workspacePartition(workspaceId), 'WORKSPACE');
export const subscriptionKey = (workspaceId: number): Key => key(workspacePartition(workspaceId), 'SUBSCRIPTION');

export const connectingKey = (workspaceId: number): Key => key(workspacePartition(workspaceId), 'CONNECTING');

export const codesKey = (workspaceId: number, hour: number): Key =>
  key(workspacePartition(workspaceId), `CODES#${hour}`);

export const triggerPrefix = 'TRIGGER#';
export const triggerKey = (workspaceId: number, triggerId: string): Key =>
  key(workspacePartition(workspaceId), `${triggerPrefix}${triggerId}`);
/** Sorts directly before the triggers, so that one query reads both. */
export const triggerTextPrefix = 'TRGTEXT#';
export const triggerTextKey = (workspaceId: number, triggerId: string): Key =>
  key(workspacePartition(workspaceId), `${triggerTextPrefix}${triggerId}`);
export const triggerNamePrefix = 'TRGNAME#';
export const triggerNameKey = (workspaceId: number, normalisedName: string): Key =>
  key(workspacePartition(workspaceId), `${triggerNamePrefix}${normalisedName}`);

export const plannedRunPrefix = 'PLAN#';
export const plannedRunKey = (workspaceId: number, id: string): Key =>
  key(workspacePartition(workspaceId), `${plannedRunPrefix}${id}`);
export const clockPartitions = ['CLOCK#0', 'CLOCK#1', 'CLOCK#2', 'CLOCK#3'] as const;

export const accessKeyPrefix = 'ACCESSKEY#';
export const accessKeyItemKey = (workspaceId: number, id: string): Key =>
  key(workspacePartition(workspaceId), `${accessKeyPrefix}${id}`);

export const personPrefix = 'PERSON#';
export const personKey = (workspaceId: number, person: string): Key =>
  key(workspacePartition(workspaceId), `${personPrefix}${person}`);

export const permitsKey = (workspaceId: number, minute: number): Key =>
  key(workspacePartition(workspaceId), `PERMITS#${minute}`);

export const dayPrefix = 'DAY#';
export const dayKey = (workspaceId: number, day: string): Key =>
  key(workspacePartition(workspaceId), `${dayPrefix}${day}`);

export const runPrefix = 'RUN#';
export const runKey = (triggerId: string, at: string, executionId: string): Key =>
  key(triggerPartition(triggerId), `${runPrefix}${at}#${executionId}`);
export const openRunPrefix = 'OPEN#';
export const openRunKey = (triggerId: string, at: string, executionId: string): Key =>
  key(triggerPartition(triggerId), `${openRunPrefix}${at}#${executionId}`);
/** Sorts directly after the open runs, so that one query reads both. */
export const receiptPrefix = 'RCPT#';
export const receiptKey = (triggerId: string, directiveHash: string): Key =>
  key(triggerPartition(triggerId), `${receiptPrefix}${directiveHash}`);
/** Does not share a prefix with open runs and receipts, so that their query does not grow. */
export const doneReceiptKey = (triggerId: string, directiveHash: string): Key =>
  key(triggerPartition(triggerId), `HEARD#${directiveHash}`);
export const openRunPartition = 'OPENRUNS';
export const claimKey = (triggerId: string, claimHash: string): Key =>
  key(triggerPartition(triggerId), `KEY#${claimHash}`);

export const notificationKey = (workspaceId: number): Key => key(workspacePartition(workspaceId), 'TOLD');
export const findingsPartition = 'FINDINGS';

export const instancePartition = (instanceId: number): string => `N#${instanceId}`;
export const instanceKey = (workspaceId: number): Key => key(workspacePartition(workspaceId), 'INSTANCE');
export const instancePointerKey = (instanceId: number): Key => key(instancePartition(instanceId), 'INSTANCE');
export const sharedPrefix = 'SHARED#';
export const sharedKey = (instanceId: number, workspaceId: number): Key =>
  key(instancePartition(instanceId), `${sharedPrefix}${workspaceId}`);
export const groupPrefix = 'GROUP#';
export const groupKey = (workspaceId: number, groupId: number): Key =>
  key(workspacePartition(workspaceId), `${groupPrefix}${groupId}`);
/** A group has one listener per line. */
export const groupLockKey = (rootInstanceId: number, jid: string): Key =>
  key(instancePartition(rootInstanceId), `${groupPrefix}${jid}`);
export const groupTurnsKey = (rootInstanceId: number, jid: string): Key =>
  key(instancePartition(rootInstanceId), `TURNS#${jid}`);
export const groupMessageKey = (hash: string): Key => key(`M#${hash}`, 'MESSAGE');
export const linePartition = (lineKeyHash: string): string => `L#${lineKeyHash}`;
export const lineKey = (lineKeyHash: string): Key => key(linePartition(lineKeyHash), 'LINE');
export const phoneKey = (phoneHash: string): Key => key(`P#${phoneHash}`, 'PHONE');
export const linesPartition = (shardId: string): string => `LINES#${shardId}`;

export const linkKey = (amazonUserId: string): Key => key(accountPartition(amazonUserId), 'LINK');
export const grantKey = (amazonUserId: string): Key => key(accountPartition(amazonUserId), 'GRANT');
export const checkKey = (amazonUserId: string): Key => key(accountPartition(amazonUserId), 'CHECK');
export const reportedKey = (amazonUserId: string): Key => key(accountPartition(amazonUserId), 'REPORTED');
export const leaseKey = (partition: string): Key => key(partition, 'LEASE');

/** The token of an attached grant is in the workspace's partition, so that one batch reads both. */
export type TokenHolder = { workspaceId: number } | { amazonUserId: string };
export const accessKey = (holder: TokenHolder): Key =>
  key(
    'workspaceId' in holder ? workspacePartition(holder.workspaceId) : accountPartition(holder.amazonUserId),
    'ACCESS',
  );

export const outboxPrefix = 'OUTBOX#';
export const outboxKey = (partition: string, at: string, id: string): Key =>
  key(partition, `${outboxPrefix}${at}#${id}`);
export const duePartition = 'OUTBOX';
export const checkPartition = 'CHECK';
export const tokensPartition = 'TOKENS';
export const warmTokenKey = (workspaceId: number): Key => key(workspacePartition(workspaceId), 'WARMTOKEN');

export const billingPartition = 'BILLING';

export const customerKey = (customerId: string): Key => key(`C#${customerId}`, 'CUSTOMER');
export const trialKey = (accountHash: string): Key => key(`X#${accountHash}`, 'TRIAL');

export const pulsePartition = 'D#pulse';
export const pulseKey = (at: string, channel: string): Key => key(pulsePartition, `${at}#${channel}`);
export const answersPartition = 'D#answers';
export const answersKey = (at: string): Key => key(answersPartition, at);
export const statusDaysPartition = 'D#days';
export const statusDayKey = (day: string): Key => key(statusDaysPartition, day);
export const statusKey: Key = key('D#status', 'STATUS');
export const gatewaysKey: Key = key('D#status', 'GATEWAYS');
export const refusedStageKey: Key = key('D#alexa', 'REFUSEDSTAGE');
export const refusedAccountsKey: Key = key('D#alexa', 'REFUSEDACCOUNTS');

export const resealProgressKey: Key = key('J#reseal', 'WALK');

export const tokenCacheKey = (tokenHash: string): Key => key(`K#${tokenHash}`, 'LWATOKEN');

export const skillUserKey = (skillUserIdHash: string): Key => key(`E#${skillUserIdHash}`, 'SKILLUSER');
