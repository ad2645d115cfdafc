/**
 * Every key of the one table, and who reads it how.
 *
 * | Partition        | Sort            | Item                                            | Read by |
 * | ---------------- | --------------- | ----------------------------------------------- | ------- |
 * | I#provider#sub   | IDENTITY        | who signs in with this account                  | sign-in |
 * | U#user           | USER            | name, trialUsed, current and default workspace  | every signed-in call |
 * | U#user           | WORKSPACE#id    | this user has that workspace                    | list, by partition |
 * | U#user           | WSNAME#name     | uniqueness of a workspace name per user         | writes only |
 * | U#user           | FORMERLINK      | Amazon account that this user unlinked, 30 days | status of the link |
 * | U#user           | FORGETTING      | a user who is being forgotten, with the ids that lead to the rest | operators |
 * | S#hash           | SESSION         | a signed-in browser                             | every signed-in call |
 * | O#hash           | STATE           | a sign-in or link under way, ten minutes        | callbacks, once |
 * | V#hash           | STARTS#minute   | sign-ins begun from one place in that minute    | sign-in, counting |
 * | W#workspace      | WORKSPACE       | name, status, webhook token, Amazon link        | every call |
 * | W#workspace      | SUBSCRIPTION    | billing state as last synchronised (also due in the index) | rules, executions, billing |
 * | W#workspace      | ACCESS          | event-gateway access token of an attached grant | executions |
 * | W#workspace      | TRIGGER#id      | a trigger, its last run and rate window         | list by prefix, executions |
 * | W#workspace      | TRGNAME#name    | uniqueness of a trigger name per workspace      | writes only |
 * | W#workspace      | TRGTEXT#id      | description of a trigger that has one           | list, with the triggers |
 * | W#workspace      | DAY#2026-11-20  | runs of that UTC day, 90 days                   | dashboard, by prefix |
 * | W#workspace      | INSTANCE        | its WhatsApp number, own or shared (an own line also due in the index) | WhatsApp page, inbound |
 * | W#workspace      | GROUP#id        | a linked WhatsApp group                         | list by prefix |
 * | N#instance       | INSTANCE        | the workspace of an instance                    | calls that name one |
 * | N#instance       | SHARED#workspace | a workspace that shares this line              | background, by prefix |
 * | N#instance       | GROUP#jid       | the one workspace that listens to a group on this line | inbound, linking |
 * | N#instance       | TURNS#jid       | what a group on this line asked for of late, and was told, a day | inbound |
 * | M#hash           | MESSAGE         | a group message that was claimed or is ours, 48 h; what one fired, 90 days | inbound |
 * | L#hash           | LINE            | line behind an inbound address, its sealed secret | inbound |
 * | P#hash           | PHONE           | the instances that have this phone connected    | writes only |
 * | T#trigger        | RUN#time#id     | one run or refusal, 90 days                     | history, newest first |
 * | T#trigger        | KEY#hash        | an Idempotency-Key, a message or a directive, claimed; KEY#voice: by voice now | executions |
 * | A#amazonUser     | LINK            | the one workspace that linked this account      | link, skill |
 * | A#amazonUser     | GRANT           | refresh token, region, attached workspace (also due in the index) | renewal, worker |
 * | A#amazonUser     | ACCESS          | access token of a detached grant                | worker, after unlinking |
 * | A#amazonUser     | REPORTED        | devices as Alexa last heard of them             | worker |
 * | A#amazonUser     | CHECK           | a page asked Amazon whether the skill is on, 1 h | status of the link |
 * | A#amazonUser     | LEASE           | the worker that is busy here (W# too)           | worker |
 * | A#amazonUser     | OUTBOX#time#id  | "this account is dirty" (also due in the index) | worker, by prefix |
 * | W#workspace      | OUTBOX#time#id  | "this workspace has cleaning to do"             | worker, by prefix |
 * | K#hash           | LWATOKEN        | Amazon user behind a skill token, 50 minutes    | skill |
 * | C#customer       | CUSTOMER        | the workspace of a customer at Stripe           | billing events |
 * | X#hash           | TRIAL           | an account at Amazon or Google that had a trial | checkout |
 * | J#reseal         | WALK            | how far sealed values were walked through       | schedule |
 * | D#pulse          | time#channel       | counts of a channel in five minutes, 2 h   | schedule, by range |
 * | D#status         | STATUS          | channels at the last check                      | public status |
 * | D#status         | GATEWAYS        | WhatsApp gateways that did not answer, 15 min   | schedule |
 *
 * The index `due` holds what is to be done some day, `dueAt` says when: outbox items (`duePk` = `OUTBOX`), and attached
 * grants to be checked (`CHECK`), subscriptions to be looked at (`BILLING`), lines by shard (`LINES#shard`). The walk through sealed values is the only scan
 * of a function; operators' commands (`functions/operator`) read the whole table too.
 * Items that live for a time carry `expiresAt` (seconds); one past it does not exist, whatever the table still holds.
 */
export type Key = { readonly pk: string; readonly sk: string };

const key = (pk: string, sk: string): Key => ({ pk, sk });

export const workspacePartition = (workspaceId: number): string => `W#${workspaceId}`;
export const userPartition = (userId: string): string => `U#${userId}`;
export const accountPartition = (amazonUserId: string): string => `A#${amazonUserId}`;
export const triggerPartition = (triggerId: string): string => `T#${triggerId}`;

export const identityKey = (provider: 'amazon' | 'google', subject: string): Key =>
  key(`I#${provider}#${subject}`, 'IDENTITY');

export const userKey = (userId: string): Key => key(userPartition(userId), 'USER');
export const membershipPrefix = 'WORKSPACE#';
export const membershipKey = (userId: string, workspaceId: number): Key =>
  key(userPartition(userId), `${membershipPrefix}${workspaceId}`);
export const workspaceNameKey = (userId: string, normalisedName: string): Key =>
  key(userPartition(userId), `WSNAME#${normalisedName}`);

export const formerLinkKey = (userId: string): Key => key(userPartition(userId), 'FORMERLINK');

export const forgettingKey = (userId: string): Key => key(userPartition(userId), 'FORGETTING');

export const sessionKey = (idHash: string): Key => key(`S#${idHash}`, 'SESSION');
export const signInStateKey = (stateHash: string): Key => key(`O#${stateHash}`, 'STATE');

export const visitRateKey = (placeHash: string, minute: number): Key => key(`V#${placeHash}`, `STARTS#${minute}`);

export const workspaceKey = (workspaceId: number): Key => key(workspacePartition(workspaceId), 'WORKSPACE');
export const subscriptionKey = (workspaceId: number): Key => key(workspacePartition(workspaceId), 'SUBSCRIPTION');

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

export const dayPrefix = 'DAY#';
export const dayKey = (workspaceId: number, day: string): Key =>
  key(workspacePartition(workspaceId), `${dayPrefix}${day}`);

export const runPrefix = 'RUN#';
export const runKey = (triggerId: string, at: string, executionId: string): Key =>
  key(triggerPartition(triggerId), `${runPrefix}${at}#${executionId}`);
export const claimKey = (triggerId: string, claimHash: string): Key =>
  key(triggerPartition(triggerId), `KEY#${claimHash}`);

export const instancePartition = (instanceId: number): string => `N#${instanceId}`;
export const instanceKey = (workspaceId: number): Key => key(workspacePartition(workspaceId), 'INSTANCE');
export const instancePointerKey = (instanceId: number): Key => key(instancePartition(instanceId), 'INSTANCE');
export const sharedPrefix = 'SHARED#';
export const sharedKey = (instanceId: number, workspaceId: number): Key =>
  key(instancePartition(instanceId), `${sharedPrefix}${workspaceId}`);
export const groupPrefix = 'GROUP#';
export const groupKey = (workspaceId: number, groupId: number): Key =>
  key(workspacePartition(workspaceId), `${groupPrefix}${groupId}`);
/** A group has one listener for each line. */
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

/** An attached grant's token lies in its workspace's partition, for one batch read. */
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

export const billingPartition = 'BILLING';

export const customerKey = (customerId: string): Key => key(`C#${customerId}`, 'CUSTOMER');
export const trialKey = (accountHash: string): Key => key(`X#${accountHash}`, 'TRIAL');

export const pulsePartition = 'D#pulse';
export const pulseKey = (at: string, channel: string): Key => key(pulsePartition, `${at}#${channel}`);
export const statusKey: Key = key('D#status', 'STATUS');
export const gatewaysKey: Key = key('D#status', 'GATEWAYS');

export const resealProgressKey: Key = key('J#reseal', 'WALK');

export const tokenCacheKey = (tokenHash: string): Key => key(`K#${tokenHash}`, 'LWATOKEN');
