import type { StageConfig } from './config.ts';
import { functions, type FunctionRow } from './functions.ts';

export const deployedFunctions = (config: StageConfig): FunctionRow[] =>
  functions
    .filter(({ onlyWith }) => onlyWith === undefined || config[onlyWith] !== undefined)
    .map((row) => (row.onlyWith === undefined ? row : { ...row, ...scheduleFrom(row, config[row.onlyWith]) }));

/** Replaces the interval of the row's schedules by the one of the stage. */
function scheduleFrom(
  { source }: FunctionRow,
  setting: { everyMinutes: number } | undefined,
): Pick<FunctionRow, 'source'> {
  if (typeof source !== 'object' || setting === undefined) return {};
  return { source: source.map((schedule) => ({ ...schedule, everyMinutes: setting.everyMinutes })) };
}
