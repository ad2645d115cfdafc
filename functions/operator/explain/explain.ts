import { BadArguments } from '../bad-arguments.ts';
import type { OperatorCommand, Operator, Typed } from '../operator.ts';
import { findSubjects, type Subject } from './find-subject.ts';
import { readReportFacts } from './read-facts.ts';
import { checkedZone, windowOf, type Window } from './times.ts';
import { writeReport } from './write-report.ts';

const usage = `<what> [--at 22:14 | --since 3h --until 1h] [--zone America/Sao_Paulo]

What happened to a trigger: how everything it depends on stands now, and its runs and refusals in that time, with what
each outcome means and what fixes it. <what> is the id of a workspace, the id, the device (trg-...) or the name of a
trigger, the id of a run, or the id of a request as an answer quotes it.

  --at, --since, --until  22:14 (the last time it was so), "2026-11-20 22:14", 3h (ago), or ISO 8601; --at covers a
                          quarter of an hour on both sides. Without them: the last 24 hours.
  --zone                  the zone of those times and of those printed; UTC without it
  --workspace <id>        look in this workspace only, which saves reading the whole table for a name
  --person <e-mail or id> look in the workspaces of this person only; <what> may be left out
  --names                 print who ran it: names of group members and of the owner. Only for somebody who may know them
  --json                  print what is known as JSON, for programs`;

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
    if (subjects.length === 0) throw new BadArguments('Say what is to be explained: a workspace, a trigger or a run.');
    if (subjects.length > maxSubjects) return listOf(operator, subjects);
    await print(operator, typed, { subjects, window, zone });
    return 'done';
  },
};

/** More matches than this are only listed. */
const maxSubjects = 3;

function questionOf(typed: Typed) {
  const workspace = typed.text('workspace');
  if (workspace !== undefined && !/^[1-9]\d{0,15}$/.test(workspace)) {
    throw new BadArguments(`"${workspace}" is no id of a workspace.`);
  }
  return {
    word: typed.words[0],
    workspaceId: workspace === undefined ? undefined : Number(workspace),
    person: typed.text('person'),
  };
}

function listOf({ say }: Operator, subjects: readonly Subject[]): 'notDone' {
  say(`${subjects.length} matches; name one of them:`);
  for (const { workspaceId, triggerId } of subjects.slice(0, 50)) {
    say(`  workspace ${workspaceId}${triggerId === undefined ? '' : `, trigger ${triggerId}`}`);
  }
  return 'notDone';
}

type Asked = { subjects: readonly Subject[]; window: Window; zone: string };

async function print(operator: Operator, typed: Typed, { subjects, window, zone }: Asked): Promise<void> {
  const { say, stage } = operator;
  const names = typed.has('names');
  const reports = [];
  for (const subject of subjects) reports.push(await readReportFacts(operator, subject, around(subject, window)));
  if (typed.has('json')) {
    const nameless = reports.map((facts) => ({ ...facts, runs: facts.runs.map(({ who: _, ...run }) => run) }));
    say(JSON.stringify(names ? reports : nameless, undefined, 2));
    return;
  }
  for (const facts of reports) {
    for (const line of writeReport(facts, { zone, names, stage })) say(line);
    say('');
  }
  say(
    'Named here are workspaces and triggers, to know them by. Left out: e-mail addresses, phone numbers, names of groups,',
  );
  say(
    names ? 'and tokens. Who ran it was asked for: show it to the owner alone.' : 'tokens, and who ran it (--names).',
  );
}

const around = ({ run }: Subject, window: Window): Window =>
  run ? { from: new Date(run.at), until: new Date(Date.parse(run.at) + run.ms) } : window;
