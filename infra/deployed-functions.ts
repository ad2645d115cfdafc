import type { StageConfig } from './config.ts';
import { functions, type FunctionRow } from './functions.ts';

export const deployedFunctions = (config: StageConfig): FunctionRow[] =>
  functions
    .filter(({ onlyWith }) => onlyWith === undefined || config[onlyWith] !== undefined)
    .map((row) => (row.onlyWith === undefined ? row : { ...row, ...clockOf(row, config[row.onlyWith]) }));

function clockOf({ source }: FunctionRow, setting: { everyMinutes: number } | undefined): Pick<FunctionRow, 'source'> {
  if (typeof source !== 'object' || setting === undefined) return {};
  return { source: source.map((clock) => ({ ...clock, everyMinutes: setting.everyMinutes })) };
}
