import { countOf, type DailyRuns, type RunKind } from './daily-runs.ts';

/** In pixels: the highest bar, the lowest bar of a day with a run, and the gap. */
export const barHeight = 128;
const least = 3;
const gap = 2;

const colours: Readonly<Record<RunKind, string>> = {
  ran: 'fill-success',
  shared: 'fill-info',
  awaited: 'fill-control',
  sent: 'fill-accent',
  unanswered: 'fill-warning',
  maybe: 'fill-muted',
  failed: 'fill-danger-solid',
};

type BarProps = {
  day: DailyRuns;
  kinds: readonly RunKind[];
  index: number;
  of: number;
  top: number;
  dim: boolean;
};

export function Bar({ day, kinds, index, of, top, dim }: BarProps) {
  const slot = 100 / of;
  const bar = { x: `${(index + 0.2) * slot}%`, width: `${slot * 0.6}%`, rx: 3 };
  const heights = heightsOf(kinds.map((kind) => (countOf(day, kind) / top) * barHeight));
  return (
    <g className={`transition-opacity duration-120 ${dim ? 'opacity-40' : ''}`}>
      {kinds.map((kind, part) => {
        const height = heights[part] ?? 0;
        if (height === 0) return null;
        const below = sum(heights.slice(0, part));
        const drawn = Math.max(least, height - (below > 0 ? gap : 0));
        return <rect key={kind} {...bar} className={colours[kind]} height={drawn} y={barHeight - below - height} />;
      })}
    </g>
  );
}

/** Minimum heights could make a full bar too high, so its tallest part shrinks. */
function heightsOf(exact: readonly number[]): number[] {
  const heights = exact.map((height) => (height === 0 ? 0 : Math.max(least, height)));
  const over = Math.max(0, sum(heights) - barHeight);
  const tallest = heights.indexOf(Math.max(...heights));
  return heights.map((height, part) => (part === tallest ? height - over : height));
}

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
