import type { StageConfig } from '#infra/config.ts';
import { europeanRegion, functionName, homeRegion } from '#infra/constructs/names.ts';
import { deployedFunctions } from '#infra/deployed-functions.ts';
import { isInvokedByAlexa } from '#infra/functions.ts';

export type StageFunction = {
  name: string;
  region: string;
  /** Reserved concurrency. Undefined if the function shares the concurrency of the account. */
  reserved: number | undefined;
  seconds: number;
  readsStream: boolean;
};

/** The functions that the stacks deploy, including the copy of the skill in Europe. */
export function stageFunctions(config: StageConfig): StageFunction[] {
  const reserved = new Map<string, number | undefined>(Object.entries(config.reservedConcurrency ?? {}));
  const rows = deployedFunctions(config).filter((row) => !isInvokedByAlexa(row) || config.skillId !== undefined);
  const inEurope = config.skillInEurope ? rows.filter(({ source }) => source === 'alexa') : [];
  return [
    ...rows.map((row) => [row, homeRegion] as const),
    ...inEurope.map((row) => [row, europeanRegion] as const),
  ].map(([row, region]) => ({
    name: functionName(config.name, row),
    region,
    reserved: reserved.get(row.name),
    seconds: row.seconds,
    readsStream: row.source === 'stream',
  }));
}
