import { pulseMs, type Pulse, type PulseStore } from '#functions/data/pulse-store.ts';
import type { KeptRun } from '#functions/triggers/keep-history.ts';
import { publicChannelOf } from '#shared/rules/execution/channel-state.ts';
import { latencySteps, stepOf } from '#shared/rules/execution/latency.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';

type Deps = { pulses: Pick<PulseStore, 'add'>; now: () => Date };

const oldestMs = 60 * 60_000;

/** Writes once per channel and five minutes. A process that dies loses its batch from the counts. */
export async function countRuns({ pulses, now }: Deps, runs: readonly KeptRun[]): Promise<void> {
  const oldest = now().getTime() - oldestMs;
  const counted = runs.filter(
    ({ outcome, at }) => (outcome === 'sent' || outcomes[outcome].lost) && Date.parse(at) > oldest,
  );
  const groups = Map.groupBy(counted, (run) => `${pulseStart(run)} ${run.channel}`);
  await Promise.all([...groups.values()].map((group) => pulses.add(pulseOf(group))));
}

const pulseStart = ({ at }: KeptRun): string => new Date(Math.floor(Date.parse(at) / pulseMs) * pulseMs).toISOString();

function pulseOf(runs: readonly KeptRun[]): Pulse {
  const [first] = runs;
  if (!first) throw new Error('A group has something in it.');
  const sent = runs.filter(({ outcome }) => outcome === 'sent');
  const lost = runs.filter(({ outcome }) => outcome !== 'sent');
  return {
    channel: publicChannelOf(first.channel),
    at: pulseStart(first),
    sent: sent.length,
    lost: lost.length,
    places: [...new Set(lost.map(placeOf))],
    times: latencySteps.map((_, step) => sent.filter(({ ms }) => stepOf(ms) === step).length),
  };
}

/** One of 16 names. They distinguish most workspaces without identifying them. */
const placeOf = ({ workspaceId }: KeptRun): string => `w${workspaceId % 16}`;
