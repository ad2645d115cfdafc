import type { Table } from '#functions/data/table.ts';

import { afterwards } from './after-recovery.ts';
import type { Cell, Verdict } from './cell.ts';
import type { Home } from './home.ts';
import type { TableCall } from './injected/table-proxy.ts';
import { judged } from './oracle.ts';
import { runsIn } from './reported-runs.ts';

/** Longer than any claim, lock or limit holds. */
const holdsMs = 70_000;

/** That a line is alive is noted once in half an hour. */
const rareCall = 'UpdateItem W/INSTANCE';

/** Knocks in the fault's weather, lets it pass, and looks at what is left. */
export async function play(table: Table, home: Home, cell: Cell): Promise<Verdict> {
  const { door, scene, readSecret, settings } = cell;
  home.clock.advance(holdsMs);
  if (cell.at === rareCall) home.rests();
  await home.renews(scene);
  const shot = home.aims();
  const before = home.heard();
  const living = home.live({ ...(readSecret && { readSecret }), ...(settings && { settings }) });
  home.proxy.becomes(cell.weather ?? (() => ({ does: 'pass' })));
  await cell.befall?.(home);
  const began = performance.now();
  const answer = await door.knock(living.process, living.lines, home, shot);
  const ms = performance.now() - began;
  const struck = [...home.proxy.struck()];
  home.proxy.clears();
  await cell.recover?.(home);
  const heard = home.heard() - before;
  const mayMiss = struck.some(isRecord) || living.lines.some(({ event }) => event === 'trigger.notRecorded');
  const played = { table, home, cell, shot, lines: living.lines, answer, before, heard, mayMiss };
  const { problems, runs } = await afterwards(played);
  const missed = cell.mustStrike && struck.length === 0 ? ['it never struck'] : [];
  const all = [...missed, ...judged(played, ms), ...problems];
  if (cell.ends || all.length > 0) home.spoils();
  return { cell, word: answer.word, problems: all, runs: [...runsIn(living, played), ...runs] };
}

const isRecord = ({ action, label }: TableCall): boolean => action === 'UpdateItem' && label.includes('W/TRIGGER');
