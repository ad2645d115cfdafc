import { productName } from '#shared/product.ts';
import type { Door } from '#shared/rules/channels.ts';

import { outcomeWords } from './outcome-words.ts';
import type { Story, StoryRun } from './read-facts.ts';
import type { ReportOptions } from './report-options.ts';
import { shownIn } from './times.ts';

const functionOf: Readonly<Record<Door, string>> = {
  webhook: 'webhook',
  click: 'triggers',
  voice: 'alexa-skill',
  group: 'whatsapp-inbound',
};

/** The executions and refusals of the window, newest first, and where to read on. */
export function tellRuns(story: Story, telling: ReportOptions): string[] {
  const { runs, more, window } = story;
  const [from, until] = [new Date(window.from), new Date(window.until)];
  const span = `${shownIn(telling.zone, from)} to ${shownIn(telling.zone, until, from)}`;
  if (runs.length === 0)
    return [`No run and no refusal from ${span} (${telling.zone})`, '', ...nothing(story, telling)];
  const about = runs.length === 1 ? 'One run or refusal' : `${runs.length} runs and refusals`;
  return [
    `${about} from ${span} (${telling.zone}), newest first`,
    ...runs.flatMap((run) => ['', ...tellRun(story, telling, run)]),
    ...(more ? ['', 'There are more; narrow it with --since and --until.'] : []),
    '',
    ...logsOf(runs, telling),
  ];
}

function tellRun({ triggerId, triggers }: Story, telling: ReportOptions, run: StoryRun): string[] {
  const { is, mend } = outcomeWords[run.outcome];
  const trigger = triggers.find(({ id }) => id === run.triggerId);
  const which = triggerId === undefined && trigger ? `  "${trigger.name}"` : '';
  const stages = Object.entries(run.stages).map(([name, ms]) => `${name} ${ms}`);
  return [
    `  ${shownIn(telling.zone, new Date(run.at))}  by ${run.door}${which}: ${run.outcome === 'sent' ? 'SENT' : `NOT SENT (${run.outcome})`}`,
    `    ${is}`,
    `    ${mend}`,
    `    ${run.ms} ms${stages.length === 0 ? '' : `: ${stages.join(', ')}`}`,
    `    run ${run.id}${run.requestId === undefined ? '' : `, request ${run.requestId}`}`,
    ...(telling.names && run.who !== undefined ? [`    fired by ${run.who}`] : []),
  ];
}

const groupOf = (stage: string, name: string): string => `/aws/lambda/${productName.toLowerCase()}-${stage}-${name}`;

/** On one machine the lines are in the terminal of `npm start`. */
function logsOf(runs: readonly StoryRun[], { stage }: ReportOptions): string[] {
  const [newest] = runs;
  const quoted = runs.slice(0, 10).flatMap(({ id, requestId }) => (requestId === undefined ? [id] : [id, requestId]));
  const list = quoted.map((id) => `"${id}"`).join(', ');
  const query = [
    '    fields @timestamp, event, outcome, route, reason, code, cause, ms, requestId, executionId',
    `    | filter executionId in [${list}] or requestId in [${list}]`,
    '    | sort @timestamp asc',
  ];
  if (!newest || stage === undefined) {
    return ['On AWS, --stage prints the log groups as well. CloudWatch Logs Insights:', ...query];
  }
  const groups = [...new Set(runs.map(({ door }) => groupOf(stage, functionOf[door])))];
  return [`CloudWatch Logs Insights, in ${groups.join(', ')}:`, ...query];
}

/** A call that was not let in is recorded nowhere but in the log. */
function nothing({ workspaceId, window }: Story, { stage = '<stage>' }: ReportOptions): string[] {
  return [
    'Whoever a door lets in is recorded, also when it is refused. So nothing came as far as that:',
    '  - the call never reached us, or named another workspace or trigger;',
    '  - its token was wrong, for example from before it was replaced (answered 404, like an unknown trigger);',
    '  - in WhatsApp: the group is not linked, the line is lost, or the words are no name of a trigger;',
    '  - by voice: Alexa found another device, or the skill was off.',
    `CloudWatch Logs Insights, in ${groupOf(stage, 'webhook')} and the other doors, from ${window.from} to ${window.until}:`,
    '    filter event = "request.answered" or event like /^trigger/ or event like /^inbound/ or event = "skill.answered"',
    `    | filter workspaceId = ${workspaceId} or not ispresent(workspaceId)`,
    '    | stats count() by event, route, status, errorKey, outcome',
  ];
}
