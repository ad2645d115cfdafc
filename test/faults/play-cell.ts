import type { Table } from '#functions/data/table.ts';

import { checkRecovery } from './after-recovery.ts';
import type { Cell, CellResult } from './cell.ts';
import type { Home } from './home.ts';
import type { TableCall } from './injected/table-proxy.ts';
import { answerProblems } from './oracle.ts';
import { runsIn } from './reported-runs.ts';

/** The product writes this at most once in half an hour. */
const rareCall = 'UpdateItem W/INSTANCE';

export async function play(table: Table, home: Home, cell: Cell): Promise<CellResult> {
  const { channel, scene, readSecret, settings } = cell;
  home.pause();
  if (cell.at === rareCall) home.rest();
  await home.renewGrant(scene);
  const firing = home.newFiring();
  const before = home.heard();
  const living = home.live({ ...(readSecret && { readSecret }), ...(settings && { settings }) });
  home.proxy.behave(cell.tableBehaviour ?? (() => ({ does: 'pass' })));
  await cell.inject?.(home);
  const began = home.clock.now().getTime();
  const answer = await channel.fire(living.process, living.lines, home, firing);
  const ms = home.clock.now().getTime() - began;
  const struck = [...home.proxy.struck()];
  home.proxy.clear();
  await cell.recover?.(home);
  const heard = home.heard() - before;
  const mayMiss = struck.some(isRecord) || living.lines.some(({ event }) => event === 'trigger.notRecorded');
  const played = { table, home, cell, firing, lines: living.lines, answer, before, heard, mayMiss };
  const { problems, runs } = await checkRecovery(played);
  const missed = cell.mustStrike && struck.length === 0 ? ['it never struck'] : [];
  const all = [...missed, ...answerProblems(played, ms), ...problems];
  if (cell.ends || all.length > 0) home.spoil();
  return { cell, word: answer.word, problems: all, runs: [...runsIn(living, played), ...runs] };
}

export const isRecord = ({ action, label }: TableCall): boolean =>
  action === 'UpdateItem' && label.includes('W/TRIGGER');
