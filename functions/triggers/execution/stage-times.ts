import { stageMetrics } from '#shared/metric-catalogue.ts';
import { type RunStage, stages } from '#shared/rules/execution/stages.ts';

type Times = Partial<Record<(typeof stageMetrics)[RunStage], number>>;

export const stageTimes = (spent: Partial<Record<RunStage, number>>): Times =>
  Object.fromEntries(
    stages.flatMap((stage) => (spent[stage] === undefined ? [] : [[stageMetrics[stage], spent[stage]]])),
  );
