import type { EndCause } from '#functions/data/items/grant-item.ts';
import { refusals } from '#shared/refusals.ts';
import { reconnectButton } from '#shared/rules/reconnect-button.ts';

import { describeRuns } from './describe-runs.ts';
import type { ReportFacts } from './read-facts.ts';
import type { ReportOptions } from './report-options.ts';
import { shownRoughly } from './times.ts';

export const writeReport = (facts: ReportFacts, options: ReportOptions): string[] => [
  ...headOf(facts),
  '',
  ...stateLines(facts, options),
  '',
  ...describeRuns(facts, options),
];

function headOf({ workspaceId, workspace, triggerId, triggers }: ReportFacts): string[] {
  const where = `workspace ${workspaceId}${workspace ? ` "${workspace.name}"` : ''}`;
  if (triggerId === undefined) return [`W${where.slice(1)}`];
  const trigger = triggers.find(({ id }) => id === triggerId);
  if (trigger) return [`Trigger "${trigger.name}" of ${where}`, `  id ${triggerId}, device ${trigger.deviceId}`];
  return [
    `Trigger ${triggerId} of ${where}`,
    '  It no longer exists: it was deleted, or its Amazon account was unlinked.',
  ];
}

const row = (name: string, text: string): string => `  ${name.padEnd(15)}${text}`;

function stateLines(facts: ReportFacts, options: ReportOptions): string[] {
  return [
    'Current state',
    row('Workspace', workspaceLine(facts)),
    row('Webhook token', tokenLine(facts, options)),
    row('Amazon account', linkLine(facts, options)),
    row('Alexa skill', permissionLine(facts, options)),
    row('Plan', planLine(facts, options)),
    row('WhatsApp', whatsappLine(facts, options)),
    row('Waiting work', waitingLine(facts, options)),
    ...triggerLines(facts, options),
  ];
}

function workspaceLine({ workspace }: ReportFacts): string {
  if (!workspace) return 'deleted; its history still contains the following';
  return `${workspace.isActive ? 'active' : 'inactive: nothing runs'}, of user ${workspace.userId}`;
}

const at = ({ zone }: ReportOptions, iso: string | undefined): string =>
  iso === undefined ? 'an unknown time' : shownRoughly(zone, new Date(iso));

const tokenLine = ({ workspace }: ReportFacts, options: ReportOptions): string =>
  workspace?.tokenMadeAt === undefined
    ? 'never replaced'
    : `replaced ${at(options, workspace.tokenMadeAt)}; older addresses return 404`;

const linkLine = ({ workspace }: ReportFacts, options: ReportOptions): string =>
  workspace?.linkedAt === undefined
    ? 'none linked: there are no triggers, and webhooks return 409'
    : `linked since ${at(options, workspace.linkedAt)}`;

function permissionLine({ workspace, permission }: ReportFacts, options: ReportOptions): string {
  if (workspace?.linkedAt === undefined) return 'no account, so nothing can be sent';
  if (!permission) return 'never enabled for this account, so nothing can be sent';
  if (permission.state === 'valid') {
    const since = `permission since ${at(options, permission.grantedAt)}`;
    return permission.isUnknown ? `unknown to Alexa, ${since}; ${fixText(permission)}` : `enabled, ${since}`;
  }
  return `ended ${at(options, permission.revokedAt)}: ${causes[permission.end]}; ${fixText(permission)}`;
}

const causes: Readonly<Record<EndCause, string>> = {
  disabledByUs: 'we disabled the skill, as its user asked',
  skillDisabled: 'the skill was disabled',
  accessEnded: 'the skill was disabled or the permission removed',
  notFound: 'Alexa does not know the skill',
};

/** The settings of the stage are not available here. */
const fixText = ({ reconnectRefused }: NonNullable<ReportFacts['permission']>): string =>
  reconnectRefused
    ? 'Amazon does not let us enable it; only disabling and enabling it in the Alexa app helps'
    : `the fix is "${reconnectButton.en}" if the stage has skillEnablement, otherwise disabling and enabling it in the Alexa app`;

function planLine({ plan }: ReportFacts, options: ReportOptions): string {
  if (!plan) return 'free; never subscribed';
  const { status, planType, currentPeriodEnd, endsAt, givesWhatsApp } = plan;
  const paid = status === 'none' ? 'free' : `${planType}, ${status}`;
  const until = currentPeriodEnd === undefined ? '' : `, period until ${at(options, currentPeriodEnd)}`;
  const ends = endsAt === undefined ? '' : `, ends ${at(options, endsAt)}`;
  return `${paid}${until}${ends}; WhatsApp commands ${givesWhatsApp ? 'included' : 'not included'}`;
}

function whatsappLine({ whatsapp }: ReportFacts, options: ReportOptions): string {
  if (!whatsapp) return 'no number';
  const { status, sharedFrom, groups, ended, lostSince, shard } = whatsapp;
  const shared = sharedFrom === undefined ? '' : `, shared from workspace ${sharedFrom}`;
  const since = lostSince === undefined ? '' : ` since ${at(options, lostSince)}`;
  const over = ended ? `, ended at ${at(options, ended.at)} (${ended.as})` : '';
  const where = shard === undefined ? '' : `, gateway ${shard}`;
  return `${status}${since}${over}${shared}${where}, groups: ${groups}; instance ${whatsapp.instanceId}`;
}

function waitingLine({ waiting }: ReportFacts, options: ReportOptions): string {
  if (waiting.length === 0) return 'none';
  const describe = ({ topic, createdAt, attempts, deadAt, lastFailure }: ReportFacts['waiting'][number]): string => {
    const why = lastFailure === undefined ? '' : `, last failure "${lastFailure}"`;
    const end = deadAt === undefined ? '' : ', SET ASIDE (docs/alarms.md: schedules-dead-work)';
    return `${topic} since ${at(options, createdAt)}, attempts ${attempts}${why}${end}`;
  };
  return waiting.map(describe).join(`\n${row('', '')}`);
}

function triggerLines({ triggers, triggerId }: ReportFacts, options: ReportOptions): string[] {
  if (triggers.length === 0) return triggerId === undefined ? [row('Triggers', 'none')] : [];
  return triggers.map((trigger, index) => {
    const name = index === 0 ? (triggerId === undefined ? 'Triggers' : 'Trigger') : '';
    const label = triggerId === undefined ? `"${trigger.name}" (${trigger.deviceId}): ` : '';
    const last = trigger.lastExecuted === undefined ? 'never sent' : `last sent ${at(options, trigger.lastExecuted)}`;
    return row(name, `${label}${stepsWords(trigger)}, ${last}`);
  });
}

/** This report cannot show whether the token is still accepted, or whether a routine without confirmation ran. */
function stepsWords({ steps, byChannel }: ReportFacts['triggers'][number]): string {
  const told = steps.filter(({ state }) => state === 'failed' || state === 'waiting');
  const words = [...told.map(stepWords), ...byChannel.map((step) => `by ${step.channel} ${stepWords(step)}`)];
  return words.length === 0 ? 'nothing in the way' : words.join(', ');
}

function stepWords({ step, state, errorKey, device }: ReportFacts['triggers'][number]['steps'][number]): string {
  // The line "Alexa skill" above already explains the fix.
  const why = errorKey === undefined || step === 'permission' ? '' : ` (${refusals[errorKey][1]})`;
  return `${step}${device === undefined ? '' : ` "${device}"`} ${state}${why}`;
}
