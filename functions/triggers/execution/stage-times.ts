import { stageMetrics } from '#shared/metric-catalogue.ts';
import { type Stage, stages } from '#shared/rules/execution/stages.ts';

type Times = Partial<Record<(typeof stageMetrics)[Stage], number>>;

export const stageTimes = (spent: Partial<Record<Stage, number>>): Times =>
  Object.fromEntries(
    stages.flatMap((stage) => (spent[stage] === undefined ? [] : [[stageMetrics[stage], spent[stage]]])),
  );
