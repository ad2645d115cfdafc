import { stageRefusedMs } from '#shared/rules/skill-state.ts';

import { isDeep } from '../../support/depth.ts';
import { strikesHere } from '../cells.ts';
import { every, strikes, tableFaults, type TableFault } from '../injected/table-faults.ts';
import type { TableCall } from '../injected/table-proxy.ts';
import type { Verdict } from '../matrix-table.ts';
import { callFaults, ofEnablement, striking, type CallFault } from './call-faults.ts';
import type { ConnectingProduct } from './connecting-product.ts';
import { aRig, type Rig } from './connecting-rig.ts';
import type { FaultOperation, Met } from './fault-operation.ts';

/** Calls to other companies and to the table, in the order of a healthy run. */
export type HealthyOperation = { operation: FaultOperation; calls: readonly string[]; table: readonly TableCall[] };

type Fault = { by: 'call'; fault: CallFault } | { by: 'table'; fault: TableFault };
export type ConnectingCell = { operation: FaultOperation; at: string } & Fault;

export const nameOf = ({ operation, by, fault, at }: ConnectingCell): string =>
  `${operation.name} / ${by}: ${fault.name} / ${at}`;

export async function healthyOperation(rig: Rig, operation: FaultOperation): Promise<HealthyOperation> {
  const begun = await operation.begin(rig);
  const living = rig.behindProxy();
  rig.proxy.behave(() => ({ does: 'pass' }));
  rig.answerWith(living);
  await begun.act(living);
  rig.answerWith();
  const table = [...rig.proxy.calls()];
  const { word, problems } = await begun.after(living, { by: 'call', kind: 'none', fault: 'none', at: '' });
  const all = [...problems, ...(await begun.repair())];
  if (word !== operation.well || all.length > 0)
    throw new Error(`${operation.name} says ${word} without a fault: ${all.join('; ')}`);
  return { operation, calls: living.calls(), table };
}

/**
 * Each fault at each call of a healthy run. If several operations make the same table call, one of them plays the
 * fault. Unless `isWhole`, the seed picks one of the equivalent faults, and about half of the rest. The deep suites
 * play all of `enablementCells`.
 */
export function connectingCells(runs: readonly HealthyOperation[], seed: number, isWhole: boolean): ConnectingCell[] {
  const isItsTurn = (run: HealthyOperation, turn: number, isShared: (other: HealthyOperation) => boolean): boolean => {
    const sharing = runs.filter(isShared);
    return sharing[(turn + seed) % sharing.length] === run;
  };
  /** Alternates by pairs of faults and places, because equivalent faults already alternate by single places. */
  const isPicked = (index: number, place: number): boolean =>
    isWhole || (Math.floor(index / 2) + place + seed) % 2 === 0;
  return runs.flatMap((run): ConnectingCell[] => {
    const { operation, calls, table } = run;
    const ofCalls = calls.flatMap((at, place) =>
      callFaults.flatMap((fault, index): ConnectingCell[] => {
        const kin = callFaults.filter((other) => fault.alike !== undefined && other.alike === fault.alike);
        const isChosen = kin.length === 0 || kin[(place + seed) % kin.length] === fault;
        const isOwn = isItsTurn(run, index, (other) => other.calls.includes(at));
        const isEach = isWhole || (isDeep && ofEnablement(at));
        const isMet = fault.affects(at) && (isEach || (isChosen && isOwn && isPicked(index, place)));
        return isMet ? [{ operation, by: 'call', fault, at }] : [];
      }),
    );
    const ofTable = tableFaults.flatMap((fault, index): ConnectingCell[] => {
      const struck = table.filter((call, place) => {
        const shares = ({ table: others }: HealthyOperation): boolean =>
          others.some(({ label }) => label === call.label);
        const isOwn = isItsTurn(run, index + place, shares) && isPicked(index, place);
        return fault.affects(call) && strikesHere(fault, place, seed) && isOwn;
      });
      const places = struck.map(({ label }) => label);
      const lasts = fault.lasts && table.some(fault.affects);
      if (lasts && (isWhole || isItsTurn(run, index, () => true))) places.push(every);
      return places.map((at) => ({ operation, by: 'table', fault, at }));
    });
    return [...ofCalls, ...ofTable];
  });
}

/** Every operation with every fault at each of its calls to the enablement API. */
export const enablementCells = (runs: readonly HealthyOperation[]): ConnectingCell[] =>
  runs.flatMap(({ operation, calls }) =>
    calls
      .filter(ofEnablement)
      .flatMap((at) =>
        callFaults
          .filter(({ affects }) => affects(at))
          .map((fault): ConnectingCell => ({ operation, by: 'call', fault, at })),
      ),
  );

const rigsAtOnce = 6;

/** Plays cells concurrently, because many of them only wait. The caller closes the rigs. */
export async function playConnecting(
  tableUrl: string,
  cells: readonly ConnectingCell[],
): Promise<{ verdicts: Verdict[]; rigs: Rig[] }> {
  const waiting = [...cells];
  const verdicts = new Map<ConnectingCell, Verdict>();
  const rigs: Rig[] = [];
  const work = async (): Promise<void> => {
    const rig = await aRig(tableUrl);
    rigs.push(rig);
    for (let cell = waiting.shift(); cell; cell = waiting.shift()) verdicts.set(cell, await playOne(rig, cell));
  };
  await Promise.all(Array.from({ length: Math.min(rigsAtOnce, waiting.length) }, work));
  return { verdicts: cells.flatMap((cell) => verdicts.get(cell) ?? []), rigs };
}

/** Plays one cell. A thrown error counts as a wrong result. */
async function playOne(rig: Rig, cell: ConnectingCell): Promise<Verdict> {
  const { operation, by, fault } = cell;
  const verdict = { name: nameOf(cell), row: `${by}: ${fault.name}`, column: operation.name };
  try {
    return { ...verdict, ...(await play(rig, cell)) };
  } catch (cause) {
    const broke = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    return { ...verdict, word: 'broke', problems: [`it broke off: ${broke}`] };
  } finally {
    rig.proxy.clear();
    rig.answerWith();
  }
}

async function play(rig: Rig, cell: ConnectingCell): Promise<Pick<Verdict, 'word' | 'problems'>> {
  const { operation, at, by } = cell;
  // Amazon's refusal for the whole stage, which an earlier cell caused, has expired.
  rig.clock.advance(stageRefusedMs);
  const begun = await operation.begin(rig);
  let struck = 0;
  let living: ConnectingProduct;
  if (by === 'call') living = rig.struck(striking(cell.fault, at, () => void (struck += 1)));
  else {
    living = rig.behindProxy();
    rig.proxy.behave(strikes(cell.fault, at));
  }
  rig.answerWith(living);
  const starts = by === 'call' ? (cell.fault.starts ?? 1) : 1;
  for (let start = 0; start < starts; start += 1) await begun.act(living);
  rig.answerWith();
  if (by === 'table') struck = rig.proxy.struck().length;
  rig.proxy.clear();
  const met: Met = { by, kind: by === 'call' ? cell.fault.kind : 'outage', fault: cell.fault.name, at };
  const { word, problems } = await begun.after(living, met);
  const missed = struck === 0 ? ['it never struck'] : [];
  return { word, problems: [...missed, ...problems, ...(await begun.repair())] };
}
