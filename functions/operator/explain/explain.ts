import { BadArguments } from '../bad-arguments.ts';
import type { OperatorCommand, Operator, Typed } from '../operator.ts';
import { findSubjects, type Subject } from './find-subject.ts';
import { readReportFacts } from './read-facts.ts';
import { checkedZone, windowOf, type Window } from './times.ts';
import { writeReport } from './write-report.ts';

const usage = `<what> [--at 22:14 | --since 3h --until 1h] [--zone America/Sao_Paulo]

Shows what happened to a trigger: the current state of everything it depends on, and its runs and refusals in a period,
each with its meaning and fix. <what> is the id of a workspace; the id, device (trg-...) or name of a trigger; the id of a
run; or the id of a request, as error responses contain it.

  --at, --since, --until  22:14 (the last occurrence), "2026-11-20 22:14", 3h (ago), or ISO 8601. --at covers 15 minutes
                          before and after. Default: the last 24 hours.
  --zone                  the time zone of these and the printed times; default: UTC
  --workspace <id>        search this workspace only, so that a name does not require reading the whole table
  --person <e-mail or id> search this user's workspaces only; <what> may be omitted
  --names                 print who ran it: names of group members and of the owner. Share them only with the owner
  --json                  print JSON, for programs`;

/** Answers "what happened to my trigger at 22:14?" from stored data. Changes nothing. */
export const explain: OperatorCommand = {
  name: 'explain',
  about: 'what happened to a trigger or in a workspace, and why',
  usage,
  options: {
    at: 'text',
    since: 'text',
    until: 'text',
    zone: 'text',
    workspace: 'text',
    person: 'text',
    names: 'switch',
    json: 'switch',
  },
  words: { min: 0, max: 1 },
  run: async (typed, operator) => {
    const zone = checkedZone(typed.text('zone') ?? 'UTC');
    const times = { at: typed.text('at'), since: typed.text('since'), until: typed.text('until') };
    const window = windowOf(times, zone, operator.now());
    const subjects = await findSubjects(operator, questionOf(typed));
    if (subjects.length === 0) throw new BadArguments('Name a workspace, a trigger or a run to explain.');
    if (subjects.length > maxSubjects) return listOf(operator, subjects);
    await printReports(operator, typed, { subjects, window, zone });
    return 'done';
  },
};

/** More matches than this are only listed. */
const maxSubjects = 3;

function questionOf(typed: Typed) {
  const workspace = typed.text('workspace');
  if (workspace !== undefined && !/^[1-9]\d{0,15}$/.test(workspace)) {
    throw new BadArguments(`"${workspace}" is not a workspace id.`);
  }
  return {
    word: typed.words[0],
    workspaceId: workspace === undefined ? undefined : Number(workspace),
    person: typed.text('person'),
  };
}

function listOf({ print }: Operator, subjects: readonly Subject[]): 'notDone' {
  print(`${subjects.length} matches; name one of these:`);
  for (const { workspaceId, triggerId } of subjects.slice(0, 50)) {
    print(`  workspace ${workspaceId}${triggerId === undefined ? '' : `, trigger ${triggerId}`}`);
  }
  return 'notDone';
}

type Asked = { subjects: readonly Subject[]; window: Window; zone: string };

async function printReports(operator: Operator, typed: Typed, { subjects, window, zone }: Asked): Promise<void> {
  const { print, stage } = operator;
  const names = typed.has('names');
  const reports = [];
  for (const subject of subjects) reports.push(await readReportFacts(operator, subject, around(subject, window)));
  if (typed.has('json')) {
    const nameless = reports.map((facts) => ({ ...facts, runs: facts.runs.map(({ who: _, ...run }) => run) }));
    print(JSON.stringify(names ? reports : nameless, undefined, 2));
    return;
  }
  for (const facts of reports) {
    for (const line of writeReport(facts, { zone, names, stage })) print(line);
    print('');
  }
  print('The names of workspaces and triggers are shown. Omitted are e-mail addresses, phone numbers, group names,');
  print(
    names
      ? 'and tokens. The users who ran it are shown: share this only with the owner.'
      : 'tokens, and the users who ran it (use --names).',
  );
}

const around = ({ run }: Subject, window: Window): Window =>
  run ? { from: new Date(run.at), until: new Date(Date.parse(run.at) + run.ms) } : window;
