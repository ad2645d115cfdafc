const metricOf = { arrival: 'ArrivalMs', read: 'ReadMs', claim: 'ClaimMs', token: 'TokenMs', send: 'SendMs' } as const;

type Stage = keyof typeof metricOf;
type Times = Partial<Record<(typeof metricOf)[Stage], number>>;

const isStage = (name: string): name is Stage => name in metricOf;

export const stageTimes = (stages: Readonly<Record<string, number>>): Times =>
  Object.fromEntries(Object.entries(stages).flatMap(([name, ms]) => (isStage(name) ? [[metricOf[name], ms]] : [])));
