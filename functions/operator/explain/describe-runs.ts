import { productName } from '#shared/product.ts';
import type { Channel } from '#shared/rules/channels.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';

import { runWords } from './outcome-words.ts';
import type { ReportFacts, ReportRun } from './read-facts.ts';
import type { ReportOptions } from './report-options.ts';
import { shownIn } from './times.ts';

const functionOf: Readonly<Record<Channel, string>> = {
  webhook: 'webhook',
  click: 'triggers',
  voice: 'alexa-skill',
  group: 'whatsapp-inbound',
  schedule: 'clock',
};

/** Lists the runs and refusals in the window, newest first, and a query for their logs. */
export function describeRuns(facts: ReportFacts, options: ReportOptions): string[] {
  const { runs, more, window } = facts;
  const [from, until] = [new Date(window.from), new Date(window.until)];
  const span = `${shownIn(options.zone, from)} to ${shownIn(options.zone, until, from)}`;
  if (runs.length === 0) return [`No runs or refusals from ${span} (${options.zone})`, '', ...nothing(facts, options)];
  const about = runs.length === 1 ? 'One run or refusal' : `${runs.length} runs and refusals`;
  return [
    `${about} from ${span} (${options.zone}), newest first`,
    ...runs.flatMap((run) => ['', ...describeRun(facts, options, run)]),
    ...(more ? ['', 'There are more; use --since and --until.'] : []),
    '',
    ...logsOf(runs, options),
  ];
}

function describeRun({ triggerId, triggers }: ReportFacts, options: ReportOptions, run: ReportRun): string[] {
  const { is, fix } = runWords(run);
  const trigger = triggers.find(({ id }) => id === run.triggerId);
  const which = triggerId === undefined && trigger ? `  "${trigger.name}"` : '';
  const stages = Object.entries(run.stages).map(([name, ms]) => `${name} ${ms}`);
  return [
    `  ${shownIn(options.zone, new Date(run.at))}  by ${run.channel}${which}: ${headline(run)}`,
    `    ${is}`,
    `    ${fix}`,
    `    ${run.ms} ms${stages.length === 0 ? '' : `: ${stages.join(', ')}`}`,
    `    run ${run.id}${run.requestId === undefined ? '' : `, request ${run.requestId}`}`,
    ...(options.names && run.who !== undefined ? [`    run by ${run.who}`] : []),
  ];
}

/** A confirmation proves more than Alexa's response. */
function headline({ outcome, answer, ranMs }: ReportRun): string {
  if (answer === 'ran' && ranMs !== undefined) return `RAN after ${(ranMs / 1000).toFixed(1)} s`;
  const { reached } = outcomes[outcome];
  const sent = { yes: 'SENT', maybe: `MAYBE SENT (${outcome})`, no: `NOT SENT (${outcome})` }[reached];
  return answer ? `${sent}, ${answers[answer]}` : sent;
}

const answers = { ran: 'confirmed', shared: 'one of several confirmed', awaited: 'no answer yet', none: 'no answer' };

const groupOf = (stage: string, name: string): string => `/aws/lambda/${productName.toLowerCase()}-${stage}-${name}`;

/** On a single machine, the log lines are in the terminal of `npm start`. */
function logsOf(runs: readonly ReportRun[], { stage }: ReportOptions): string[] {
  const [newest] = runs;
  const quoted = runs.slice(0, 10).flatMap(({ id, requestId }) => (requestId === undefined ? [id] : [id, requestId]));
  const list = quoted.map((id) => `"${id}"`).join(', ');
  const query = [
    '    fields @timestamp, event, outcome, route, reason, code, cause, ms, requestId, executionId',
    `    | filter executionId in [${list}] or requestId in [${list}]`,
    '    | sort @timestamp asc',
  ];
  if (!newest || stage === undefined) {
    return ['With --stage, the log groups are printed as well. CloudWatch Logs Insights:', ...query];
  }
  const groups = [...new Set(runs.map(({ channel }) => groupOf(stage, functionOf[channel])))];
  return [`CloudWatch Logs Insights, in ${groups.join(', ')}:`, ...query];
}

/** Calls that were not authenticated are only in the log. */
function nothing({ workspaceId, window }: ReportFacts, { stage = '<stage>' }: ReportOptions): string[] {
  return [
    'No call reached a trigger: each one that does is recorded, even if it is refused. Possible causes:',
    '  - the call never reached us, or named another workspace or trigger;',
    '  - its token was wrong, for example an old one (returns 404, as for an unknown trigger);',
    '  - in WhatsApp: the group is not linked, the line is lost, or the text is not the name of a trigger;',
    '  - by voice: Alexa found another device, or the skill was off.',
    `CloudWatch Logs Insights, in ${groupOf(stage, 'webhook')} and the other functions, from ${window.from} to ${window.until}:`,
    '    filter event = "request.answered" or event like /^trigger/ or event like /^inbound/ or event = "skill.answered"',
    `    | filter workspaceId = ${workspaceId} or not ispresent(workspaceId)`,
    '    | stats count() by event, route, status, errorKey, outcome',
  ];
}
